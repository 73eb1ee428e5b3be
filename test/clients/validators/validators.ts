import { join } from 'node:path'

const BUILD = join(import.meta.dirname, 'build')
const PYTHON = join(BUILD, 'python')
const JAVA = join(BUILD, 'java')

/** A validator, in a proxy of its language. */
export interface Validator {
  name: 'kin-openapi' | 'libopenapi-validator' | 'openapi-core' | 'swagger-request-validator'
  /** The programs that its commands need. */
  needs: string[]
  /** The folder of the proxy, next to this file. The commands run there. */
  folder: string
  /** The commands that build the proxy. Later runs use the same build. */
  build: string[][]
  /**
   * The command that starts the proxy. Its arguments are the URL of the service and the base paths of the documents. It
   * prints its port, and then an {@link Exchange} for each request below a base path.
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
    start: [join(PYTHON, 'bin/python'), 'proxy.py'],
  },
  {
    name: 'swagger-request-validator',
    needs: ['java', 'mvn'],
    folder: 'java',
    build: [['mvn', '-q', '-B', 'compile', 'dependency:copy-dependencies']],
    // Without this property, each response takes 40 ms, because its head and its body are sent separately.
    start: [
      ...['java', '-Dsun.net.httpserver.nodelay=true'],
      ...['-cp', `${join(JAVA, 'classes')}:${join(JAVA, 'dependency')}/*`, 'Proxy'],
    ],
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
