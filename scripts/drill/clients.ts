/** The languages of the programs in `examples/drill/`, each with a folder. */
export const LANGUAGES = [
  {
    name: 'JavaScript',
    folder: 'javascript',
    needs: ['node', 'npm'],
    prepare: [['npm', 'ci', '--no-audit', '--no-fund', '--loglevel=error']],
    command: (program: string) => ['node', program],
    manifest: 'package.json',
    platform: ['node', '--version'],
  },
  {
    name: 'Python',
    folder: 'python',
    needs: ['python3'],
    prepare: [
      ['python3', '-m', 'venv', '.venv'],
      ['.venv/bin/pip', 'install', '--quiet', '--requirement', 'requirements.txt'],
    ],
    command: (program: string) => ['.venv/bin/python', program],
    manifest: 'requirements.txt',
    platform: ['python3', '--version'],
  },
  {
    name: 'Java',
    folder: 'java',
    needs: ['java', 'mvn'],
    prepare: [['mvn', '-q', '-B', 'compile', 'dependency:copy-dependencies']],
    command: (program: string) => [
      ...['java', '-cp', 'target/classes:target/dependency/*'],
      program.replace(/^.*\/|\.java$/g, ''),
    ],
    manifest: 'pom.xml',
    platform: ['java', '--version'],
  },
  {
    name: 'Go',
    folder: 'go',
    needs: ['go'],
    prepare: [['go', 'build', '-o', 'bin/', './...']],
    command: (program: string) => [`bin/${program.split('/')[0]}`],
    manifest: 'go.mod',
    platform: ['go', 'version'],
  },
  {
    name: 'Shell',
    folder: 'shell',
    needs: ['bash', 'curl'],
    prepare: [],
    command: (program: string) => ['bash', program],
    manifest: undefined,
    platform: ['curl', '--version'],
  },
] as const

/** A program that does the task of the drill with one client. */
export interface DrillClient {
  /** The name of the client, also on the command line. */
  name: string
  language: (typeof LANGUAGES)[number]['name']
  /** The path of the program in the folder of its language. */
  program: string
  /** How the program sets up the client: its defaults, or what its documentation shows. */
  setup: string
  /** The package whose version the table has. Without one, the client is a part of the platform. */
  package?: string
}

/** The clients, in the order of the table. */
export const CLIENTS: readonly DrillClient[] = [
  { name: 'fetch', language: 'JavaScript', program: 'fetch.mjs', setup: 'no retries (default)' },
  { name: 'axios', language: 'JavaScript', program: 'axios.mjs', setup: 'no retries (default)', package: 'axios' },
  {
    name: 'axios-retry',
    language: 'JavaScript',
    program: 'axios-retry.mjs',
    setup: '`{ retries: 3 }`, as in its README',
    package: 'axios-retry',
  },
  {
    name: 'got',
    language: 'JavaScript',
    program: 'got.mjs',
    setup: '2 retries, none of `POST` (default)',
    package: 'got',
  },
  {
    name: 'ky',
    language: 'JavaScript',
    program: 'ky.mjs',
    setup: '2 retries, none of `POST` (default)',
    package: 'ky',
  },
  {
    name: 'undici RetryAgent',
    language: 'JavaScript',
    program: 'undici.mjs',
    setup: '5 retries, none of `POST` (default)',
    package: 'undici',
  },
  {
    name: 'ofetch',
    language: 'JavaScript',
    program: 'ofetch.mjs',
    setup: '1 retry, none of `POST` and `PUT` (default)',
    package: 'ofetch',
  },
  {
    name: 'superagent',
    language: 'JavaScript',
    program: 'superagent.mjs',
    setup: '`.retry(2)`, none of `POST`',
    package: 'superagent',
  },
  {
    name: 'p-retry',
    language: 'JavaScript',
    program: 'p-retry.mjs',
    setup: 'fetch, `{ retries: 5 }`, as in its README',
    package: 'p-retry',
  },
  {
    name: 'cockatiel',
    language: 'JavaScript',
    program: 'cockatiel.mjs',
    setup: 'fetch, `handleAll`, 3 retries, as in its README',
    package: 'cockatiel',
  },
  {
    name: 'urllib3 Retry',
    language: 'Python',
    program: 'requests_retry.py',
    setup: 'requests, `total=3`, none of `POST` (default)',
    package: 'urllib3',
  },
  {
    name: 'httpx',
    language: 'Python',
    program: 'httpx_transport.py',
    setup: '`HTTPTransport(retries=1)`, which repeats only if it cannot connect',
    package: 'httpx',
  },
  {
    name: 'tenacity',
    language: 'Python',
    program: 'tenacity_requests.py',
    setup: 'requests, 5 attempts within 10 s, random growing pauses',
    package: 'tenacity',
  },
  {
    name: 'HttpClient',
    language: 'Java',
    program: 'src/main/java/HttpClientDrill.java',
    setup: 'its defaults',
  },
  {
    name: 'OkHttp',
    language: 'Java',
    program: 'src/main/java/OkHttpDrill.java',
    setup: 'its defaults',
    package: 'okhttp-jvm',
  },
  {
    name: 'resilience4j',
    language: 'Java',
    program: 'src/main/java/Resilience4jDrill.java',
    setup: 'HttpClient, 3 attempts with pauses of 0.5 s (default)',
    package: 'resilience4j-retry',
  },
  { name: 'net/http', language: 'Go', program: 'net-http/main.go', setup: 'its defaults' },
  {
    name: 'go-retryablehttp',
    language: 'Go',
    program: 'retryablehttp/main.go',
    setup: '4 retries of all methods (default)',
    package: 'go-retryablehttp',
  },
  { name: 'curl', language: 'Shell', program: 'curl.sh', setup: '`--retry 7`, as in its manual' },
]

/**
 * Finds the version of a package in the manifest of its language.
 *
 * @param manifest the text of `package.json`, `requirements.txt`, `pom.xml` or `go.mod`
 * @throws if the manifest does not name the package
 */
export function versionIn(manifest: string, name: string): string {
  const [, version] =
    new RegExp(`(?:^|["/>\\s])${name}(?:": "|==|</artifactId>\\s*<version>| v)([\\d.]+)`).exec(manifest) ?? []
  if (version === undefined) throw new Error(`The manifest does not have ${name}`)
  return version
}
