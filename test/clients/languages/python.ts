import { join } from 'node:path'
import type { Target } from './target.ts'

const PROGRAM = join(import.meta.dirname, 'python/serve.py')

/** Returns the path of an executable in the virtual environment of a target. */
type Program = (name: string) => string

/** The generators of Python, and httpx without one. Each has a virtual environment that later runs use again. */
export const PYTHON: readonly Target[] = [
  {
    ...target('openapi-generator-python', ['java'], (document, program) => [
      [
        program('openapi-generator-cli'),
        ...['generate', '-i', document, '-g', 'python', '-o', '.'],
        '--additional-properties=packageName=client,generateSourceCodeOnly=true',
      ],
      [program('python'), '-m', 'compileall', '-q', 'client'],
    ]),
    traits: { failsOnNestedLists: true },
  },
  target('openapi-python-client', [], (document, program) => [
    [
      program('openapi-python-client'),
      ...['generate', '--path', document, '--meta', 'none', '--output-path', 'client', '--config', 'config.yaml'],
    ],
    [program('python'), '-m', 'compileall', '-q', 'client'],
  ]),
  { ...target('httpx', [], (document) => [['cp', document, 'openapi.json']]), readsJson: true },
]

/**
 * Returns a target whose folder has the adapter to the client.
 *
 * @param needs the programs that it needs beside Python
 * @param generate returns the commands that generate the package `client`
 */
function target(name: string, needs: string[], generate: (document: string, program: Program) => string[][]): Target {
  const environment = join(import.meta.dirname, 'build', name)
  const program: Program = (file) => join(environment, 'bin', file)
  return {
    name,
    language: 'Python',
    needs: ['python3', ...needs],
    build: (document) => [
      ['sh', '-c', '[ -x "$0/bin/pip" ] || python3 -m venv "$0"', environment],
      [program('pip'), 'install', '--quiet', '--requirement', 'requirements.txt'],
      ['cp', PROGRAM, '.'],
      ...generate(document, program),
    ],
    run: [program('python'), 'serve.py'],
  }
}
