import { type Command, type Finder, mustRun, passAll, run } from './finder.js'

/** The number of random cases of each property. */
const CASES = 200

const BOTH = ['v1', 'v2'] as const

/** The environment of a test suite, as `task-board-service grade` sets it. */
const suiteEnvironment = (url: string) => ({ BASE_URL: url, API_URL: `${url}/api/v1` })

/** A test suite in a folder of `examples/suites/`. */
function suite(folder: string, command: Command['command']): Pick<Finder, 'passes'> {
  const cwd = `examples/suites/${folder}`
  return { passes: async ({ url }) => (await run({ command, cwd, env: suiteEnvironment(url) })).isPassed }
}

/** Everything that is tried with each defect, in the order of the columns. */
export const FINDERS: readonly Finder[] = [
  {
    name: 'check',
    column: 'Kit',
    description: 'The conformance kit: `task-board-service check`',
    variants: BOTH,
    prepare: () => mustRun({ command: ['npm', 'run', '--silent', 'build'] }),
    async passes({ url }) {
      const variants = BOTH.flatMap((variant) => ['--variant', variant])
      const { stdout } = await run({ command: ['node', 'dist/cli.js', 'check', url, '--yes', '--json', ...variants] })
      const { totals } = JSON.parse(stdout)
      return totals.required.failed === 0 && totals.decided.failed === 0
    },
  },
  {
    name: 'postman',
    column: 'Postman',
    description: 'The [Postman collections](collections/README.md), run with Newman',
    variants: BOTH,
    prepare: () => mustRun({ command: ['npm', 'run', '--silent', 'tools:install'] }),
    passes: ({ url }) =>
      passAll(
        BOTH.map((variant) => ({
          command: [
            'node',
            '../../tools/node_modules/newman/bin/newman.js',
            'run',
            `${variant}.postman_collection.json`,
            '--env-var',
            `baseUrl=${url}/api/${variant}`,
          ],
          cwd: 'docs/collections',
        })),
      ),
  },
  {
    name: 'clients',
    column: 'Clients',
    description: 'The scenario of the [generated clients](clients.md), with the two most used generators',
    variants: BOTH,
    prepare: () => mustRun({ command: ['npm', 'run', '--silent', 'generate'], cwd: 'test/clients' }),
    passes: ({ url }) =>
      passAll(
        BOTH.map((variant) => ({
          command: [
            'node_modules/.bin/tsx',
            '--tsconfig',
            `tsconfig.${variant}.json`,
            'drive-variant.ts',
            variant,
            `${url}/api/${variant}`,
          ],
          cwd: 'test/clients',
        })),
      ),
  },
  {
    name: 'properties',
    column: 'Properties',
    description: `The property tests of the project (\`npm run fuzz\`), with ${CASES} cases of each property of v1 and v2`,
    variants: BOTH,
    async passes({ defects }) {
      const command = ['node_modules/.bin/tsx', 'scripts/finders/properties.ts', String(CASES), ...defects] as const
      return (await run({ command })).isPassed
    },
  },
  {
    name: 'getting-started',
    column: 'Getting started',
    description:
      '[A script with `fetch`](../examples/suites/rest-client/README.md) that tests what [Getting started](getting-started.md) describes',
    variants: BOTH,
    ...suite('rest-client', ['node', '--test']),
  },
  {
    name: 'playwright',
    column: 'Playwright',
    description: '[A suite with Playwright](../examples/suites/playwright/README.md), written from the specification',
    variants: BOTH,
    prepare: () =>
      run({
        command: ['npm', 'install', '--no-package-lock'],
        cwd: 'examples/suites/playwright',
        env: { PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' },
      }),
    ...suite('playwright', ['npx', 'playwright', 'test', '-x']),
  },
  {
    name: 'pytest',
    column: 'pytest',
    description: '[A suite with pytest and requests](../examples/suites/pytest/README.md), which tests v1 only',
    variants: ['v1'],
    ...suite('pytest', ['python3', '-m', 'pytest', '-x', '-q', '-p', 'no:cacheprovider']),
  },
]
