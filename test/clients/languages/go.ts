import type { DocumentName, Target } from './target.ts'

/** The folder of the Go test that uses the client of a document. */
const TESTS: Record<DocumentName, string> = { v1: './tasks', buggy: './tasks', v2: './session', boards: './boards' }
const COMPILE = ['go', 'test', '-c', '-o', 'scenario']

const RUNS = ['v1', 'v2', 'buggy', 'boards'] as const

/** The generators of Go. The commands download them and their packages where the cache of modules does not have them. */
export const GO: readonly Target[] = [
  {
    name: 'oapi-codegen',
    language: 'Go',
    needs: ['go'],
    runs: RUNS,
    build: (document, name) => [
      [
        ...['go', 'run', 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2'],
        ...['--config', 'config.yaml', document],
      ],
      [...COMPILE, TESTS[name]],
    ],
    run: () => ['./scenario'],
  },
  {
    name: 'ogen',
    language: 'Go',
    needs: ['go'],
    runs: RUNS,
    build: (document, name) => [
      [
        ...['go', 'run', 'github.com/ogen-go/ogen/cmd/ogen@v1.24.0'],
        ...['--config', 'ogen.yml', '--target', 'client', '--package', 'client', document],
      ],
      [...COMPILE, TESTS[name]],
    ],
    run: () => ['./scenario'],
  },
]
