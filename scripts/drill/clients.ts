/** A program that does the task of a drill with one HTTP client. */
export interface DrillClient {
  /** The name of the client, also on the command line. */
  name: string
  /** The path of the program in the folder of its language. */
  program: string
  /** How the program sets up the client: its defaults, or what its documentation shows. */
  setup: string
  /** The package that has the version of the client. By default, it has the same name. `null`: the platform has the client. */
  package?: string | null
}

/** A folder of `examples/drill/`. */
export interface Language {
  name: string
  folder: string
  /** The commands that install and compile everything. */
  prepare: readonly (readonly [program: string, ...args: string[]])[]
  /** Returns the command that runs a program. */
  run(program: string): string[]
  /** The file with the versions of the packages. */
  manifest?: string
  /** The platform, and the command that prints its version. */
  platform: { name: string; command: readonly [program: string, ...args: string[]] }
  clients: readonly DrillClient[]
}

/** All clients, in the order of the table. */
export const LANGUAGES: readonly Language[] = [
  {
    name: 'JavaScript',
    folder: 'javascript',
    prepare: [['npm', 'ci', '--no-audit', '--no-fund', '--loglevel=error']],
    run: (program) => ['node', program],
    manifest: 'package.json',
    platform: { name: 'Node.js', command: ['node', '--version'] },
    clients: [
      { name: 'fetch', program: 'fetch.mjs', setup: 'defaults', package: null },
      { name: 'axios', program: 'axios.mjs', setup: 'defaults' },
      { name: 'axios-retry', program: 'axios-retry.mjs', setup: 'axios, `{ retries: 3 }`, as in its README' },
      { name: 'got', program: 'got.mjs', setup: 'defaults' },
      { name: 'ky', program: 'ky.mjs', setup: 'defaults' },
      { name: 'RetryAgent', program: 'undici.mjs', setup: 'undici, defaults', package: 'undici' },
      { name: 'ofetch', program: 'ofetch.mjs', setup: 'defaults' },
      { name: 'superagent', program: 'superagent.mjs', setup: '`.retry(2)`, except for `POST`' },
      { name: 'p-retry', program: 'p-retry.mjs', setup: 'fetch, `{ retries: 5 }`, as in its README' },
      { name: 'cockatiel', program: 'cockatiel.mjs', setup: 'fetch, `retry(handleAll)`, as in its README' },
    ],
  },
  {
    name: 'Python',
    folder: 'python',
    prepare: [
      ['python3', '-m', 'venv', '.venv'],
      ['.venv/bin/pip', 'install', '--quiet', '--requirement', 'requirements.txt'],
    ],
    run: (program) => ['.venv/bin/python', program],
    manifest: 'requirements.txt',
    platform: { name: 'Python', command: ['python3', '--version'] },
    clients: [
      {
        name: 'requests',
        program: 'requests_retry.py',
        setup: '`Retry` of urllib3 with `total=3`, `backoff_factor=0.1` and 502, 503, 504',
      },
      { name: 'httpx', program: 'httpx_transport.py', setup: '`HTTPTransport(retries=1)`' },
      {
        name: 'tenacity',
        program: 'tenacity_requests.py',
        setup: 'requests, at most 5 attempts and 10 s, `wait_random_exponential`',
      },
    ],
  },
  {
    name: 'Java',
    folder: 'java',
    prepare: [['mvn', '-q', '-B', 'compile', 'dependency:copy-dependencies']],
    run: (program) => [...['java', '-cp', 'target/classes:target/dependency/*'], program.replace(/^.*\/|\.java$/g, '')],
    manifest: 'pom.xml',
    platform: { name: 'Java', command: ['java', '--version'] },
    clients: [
      { name: 'HttpClient', program: 'src/main/java/HttpClientDrill.java', setup: 'defaults', package: null },
      { name: 'OkHttp', program: 'src/main/java/OkHttpDrill.java', setup: 'defaults', package: 'okhttp-jvm' },
      {
        name: 'resilience4j',
        program: 'src/main/java/Resilience4jDrill.java',
        setup: 'HttpClient, `Retry.ofDefaults`',
        package: 'resilience4j-retry',
      },
    ],
  },
  {
    name: 'Go',
    folder: 'go',
    prepare: [['go', 'build', '-o', 'bin/', './...']],
    run: (program) => [`bin/${program.replace('/main.go', '')}`],
    manifest: 'go.mod',
    platform: { name: 'Go', command: ['go', 'version'] },
    clients: [
      { name: 'net/http', program: 'net-http/main.go', setup: '`http.DefaultClient`', package: null },
      { name: 'go-retryablehttp', program: 'retryablehttp/main.go', setup: 'defaults' },
    ],
  },
  {
    name: 'Shell',
    folder: 'shell',
    prepare: [],
    run: (program) => ['bash', program],
    platform: { name: 'curl', command: ['curl', '--version'] },
    clients: [{ name: 'curl', program: 'curl.sh', setup: '`--retry 7`, as in its manual' }],
  },
]

export const CLIENTS: readonly DrillClient[] = LANGUAGES.flatMap(({ clients }) => clients)

/**
 * Finds the version of a package in the manifest of its language.
 *
 * @param manifest the text of `package.json`, `requirements.txt`, `pom.xml` or `go.mod`
 * @throws if the manifest does not name the package
 */
export function versionIn(manifest: string, name: string): string {
  const pattern = `(?:^|["/>\\s])${name}(?:": "|==|</artifactId>\\s*<version>| v)([\\d.]+)`
  const [, version] = new RegExp(pattern).exec(manifest) ?? []
  if (version === undefined) throw new Error(`The manifest does not have ${name}`)
  return version
}
