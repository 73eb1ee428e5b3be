import { join } from 'node:path'
import type { DocumentName } from '../scenario/step.ts'
import type { Target } from './target.ts'

/** The generators of Go. The commands download them and their packages where the cache of modules does not have them. */
export const GO: readonly Target[] = [
  target('oapi-codegen', (document) => [
    ...['go', 'run', 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2'],
    ...['--config', 'config.yaml', document],
  ]),
  target('ogen', (document) => [
    ...['go', 'run', 'github.com/ogen-go/ogen/cmd/ogen@v1.24.0'],
    ...['--config', 'ogen.yml', '--target', 'client', '--package', 'client', document],
  ]),
]

/**
 * Returns a target whose folder has the function that calls the client.
 *
 * @param generate returns the command that generates the package `client`
 */
function target(name: string, generate: (document: string) => string[]): Target {
  return {
    name,
    language: 'Go',
    needs: ['go'],
    build: (document, name) => [
      generate(document),
      ['cp', join(import.meta.dirname, 'go/serve.go'), '.'],
      ['go', 'build', '-o', 'scenario', ...tagsOf(name)],
    ],
    run: ['./scenario'],
  }
}

/** The code for tokens compiles only with a document that has them. */
function tagsOf(document: DocumentName): string[] {
  return document === 'v2' || document === 'boards' ? ['-tags', 'bearer'] : []
}
