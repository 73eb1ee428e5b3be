import { join } from 'node:path'

const BUILD = join(import.meta.dirname, 'build')
const PYTHON = join(BUILD, 'python')
const JAVA = join(BUILD, 'java')

/** A validator, in a program of its language. */
export interface Validator {
  name: 'kin-openapi' | 'libopenapi-validator' | 'openapi-core' | 'swagger-request-validator'
  /** The programs that its commands need. */
  needs: string[]
  /** The folder of the program, next to this file. The commands run there. */
  folder: string
  /** The commands that build the program. Later runs use the same build. */
  build: string[][]
  /**
   * The command that starts the program. Its argument is the URL of the service. It reads lines of JSON: first the documents
   * by their base paths, to which it answers when it has loaded them, and then requests with their responses, to each of
   * which it answers with a `Verdict` (`judge.ts`).
   */
  start: string[]
}

/** The validators. Their versions are in `go.mod`, `requirements.txt` and `pom.xml`. */
export const VALIDATORS: readonly Validator[] = [
  go('kin-openapi', 'kin-openapi'),
  go('libopenapi-validator', 'libopenapi'),
  {
    name: 'openapi-core',
    needs: ['python3'],
    folder: 'python',
    build: [
      ['sh', '-c', '[ -x "$0/bin/pip" ] || python3 -m venv "$0"', PYTHON],
      [join(PYTHON, 'bin/pip'), 'install', '--quiet', '--requirement', 'requirements.txt'],
    ],
    start: [join(PYTHON, 'bin/python'), 'judge.py'],
  },
  {
    name: 'swagger-request-validator',
    needs: ['java', 'mvn'],
    folder: 'java',
    build: [['mvn', '-q', '-B', 'compile', 'dependency:copy-dependencies']],
    start: ['java', '-cp', `${join(JAVA, 'classes')}:${join(JAVA, 'dependency')}/*`, 'Judge'],
  },
]

function go(name: Validator['name'], program: string): Validator {
  return {
    name,
    needs: ['go'],
    folder: 'go',
    build: [['go', 'build', '-o', `${BUILD}/`, `./${program}`]],
    start: [join(BUILD, program)],
  }
}
