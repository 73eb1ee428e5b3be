import { join } from 'node:path'
import type { Target } from './target.ts'

const RUNS = ['v1', 'v2', 'buggy', 'boards'] as const
const SCENARIO = join(import.meta.dirname, 'python-scenario')

/** The generators of Python, and httpx without one. Each has a virtual environment that later runs use again. */
export const PYTHON: readonly Target[] = [
  target('openapi-generator-python', ['java'], (document) => [
    'openapi-generator-cli',
    ...['generate', '-i', document, '-g', 'python', '-o', '.'],
    '--additional-properties=packageName=client,generateSourceCodeOnly=true',
  ]),
  target('openapi-python-client', [], (document) => [
    'openapi-python-client',
    ...['generate', '--path', document, '--meta', 'none', '--output-path', 'client', '--config', 'config.yaml'],
  ]),
  target('httpx', []),
]

/**
 * Returns a target whose folder has the adapters of the scenario.
 *
 * @param needs the programs that it needs beside Python
 * @param generate returns the command that generates the package `client`; its program is in the virtual environment
 */
function target(name: string, needs: string[], generate?: (document: string) => [string, ...string[]]): Target {
  const environment = join(import.meta.dirname, 'build', name)
  const program = (file: string) => join(environment, 'bin', file)

  function commandsOf(document: string): string[][] {
    if (generate === undefined) return []
    const [generator, ...args] = generate(document)
    return [
      [program(generator), ...args],
      [program('python'), '-m', 'compileall', '-q', 'client'],
    ]
  }

  return {
    name,
    language: 'Python',
    needs: ['python3', ...needs],
    runs: RUNS,
    build: (document) => [
      ['sh', '-c', '[ -x "$0/bin/pip" ] || python3 -m venv "$0"', environment],
      [program('pip'), 'install', '--quiet', '--requirement', 'requirements.txt'],
      ['cp', '-r', `${SCENARIO}/.`, '.'],
      ...commandsOf(document),
    ],
    run: () => [program('python'), 'run.py'],
  }
}
