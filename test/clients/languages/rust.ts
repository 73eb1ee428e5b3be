import { join } from 'node:path'
import type { DocumentName } from '../scenario/step.ts'
import type { Target } from './target.ts'

const BUILD = join(import.meta.dirname, 'build')
const VERSION = '7.25.0'
const GENERATOR = join(BUILD, `openapi-generator-cli-${VERSION}.jar`)
const DOWNLOAD = `mvn --quiet dependency:copy -Dartifact=org.openapitools:openapi-generator-cli:${VERSION}`

/** The folder of what cargo has compiled. All clients share it, so that their dependencies are compiled once. */
export const COMPILED = join(BUILD, 'rust')

/** The generators of Rust. */
export const RUST: readonly Target[] = [
  {
    ...target('openapi-generator-rust', ['java', 'mvn'], (document) => [
      ['sh', '-c', `[ -f "$0" ] || ${DOWNLOAD} -DoutputDirectory="$1"`, GENERATOR, BUILD],
      [
        ...['java', '-jar', GENERATOR],
        ...['generate', '-i', document, '-g', 'rust', '-o', 'client'],
        '--additional-properties=packageName=client,supportMultipleResponses=true',
      ],
    ]),
    traits: { sendsNoMediaTypes: true },
  },
  target('progenitor', [], (document) => [['cp', document, 'openapi.json']]),
]

/**
 * Returns a target whose folder has the function that calls the client.
 *
 * @param needs the programs that it needs beside cargo
 * @param generate returns the commands that prepare or generate the client
 */
function target(name: string, needs: string[], generate: (document: string) => string[][]): Target {
  return {
    name,
    language: 'Rust',
    needs: ['cargo', ...needs],
    readsJson: true,
    build: (document, documentName) => [
      ['cp', join(import.meta.dirname, 'rust/main.rs'), 'src'],
      ...generate(document),
      ['cargo', 'build', '--quiet', '--target-dir', COMPILED, ...featuresOf(documentName)],
    ],
    run: [join(COMPILED, 'debug', `${name}-scenario`)],
  }
}

/** Returns the options for the operations that a document has beside, or instead of, those on tasks. */
function featuresOf(document: DocumentName): string[] {
  return document === 'v2' || document === 'boards' ? ['--features', document] : []
}
