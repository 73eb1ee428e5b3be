/**
 * The suites beside the tests that `npm test` runs: `npm test -- <suite>` runs one.
 *
 * - `tests` selects source files. At most `jobs` processes run them at the same time, each for at most `seconds`.
 * - `commands` run one after the other. The last gets the arguments after the name of the suite.
 * - `isBuilt`: they need the built commands.
 * - `installs`: the folders whose packages they need.
 * - `env`: variables of the environment.
 */
const FULL = { TEST_LENGTH: 'full' }
const inTools = (...scripts) => ({
  installs: ['tools'],
  commands: scripts.map((script) => ['npm', 'run', '--silent', '--prefix', 'tools', script]),
})
const release = (path, minutes = 20) => ({
  tests: new RegExp(`^test/${path}\\.release\\.ts$`),
  jobs: 1,
  seconds: minutes * 60,
})

export const SUITES = {
  all: { tests: /^(src|test)\/.*\.test\.ts$/ },
  bench: { tests: /^bench\/.*\.test\.ts$/ },
  boards: { commands: [['tsx', 'test/api/boards/run.ts']] },
  browser: { tests: /^test\/browser\/.*\.browser\.ts$/, seconds: 3600 },
  check: { ...release('commands/check/.*', 60), isBuilt: true },
  class: release('release/class/class', 60),
  clients: { isBuilt: true, installs: ['test/clients'], commands: [['npm', 'test', '--prefix', 'test/clients', '--']] },
  collections: inTools('check', 'test:collections'),
  deploy: { ...release('release/deploy/(?!image).*', 10), isBuilt: true, env: FULL },
  drill: release('commands/drill/drill', 10),
  'drill-clients': { isBuilt: true, commands: [['tsx', 'scripts/drill-clients.ts']] },
  exposures: release('commands/suggest/matrix', 60),
  failover: { ...release('release/failover/failover'), isBuilt: true },
  fuzz: { commands: [['tsx', 'test/properties/fuzz.ts']] },
  image: release('release/deploy/image'),
  library: { tests: /^test\/package\/.*\.library\.ts$/, jobs: 1 },
  mutation: { installs: ['tools'], commands: [['node', 'scripts/mutation/run.mjs']] },
  openapi: inTools('lint', 'test', 'compare'),
  package: { tests: /^test\/package\/.*\.package\.ts$/ },
  peers: inTools('test:peers'),
  postgres: { commands: [['tsx', 'test/postgres/run.ts']] },
  readers: release('http/slow-readers'),
  'saved-log': release('classroom/training/saved-log'),
  soak: { isBuilt: true, commands: [['tsx', 'bench/soak/run.ts']] },
  suggestions: release('commands/suggest/styles', 120),
  suite: { ...release('release/suite/suite', 60), isBuilt: true, env: FULL },
  tools: { ...release('tools/.*', 240), isBuilt: true, installs: ['tools'] },
  workflows: inTools('test:workflows'),
}

/** The tests that run on PostgreSQL before a release, beside those that always do. */
const ON_POSTGRES = [
  ...['api/auth', 'api/boards', 'api/defects', 'api/editions', 'api/expected', 'api/tasks', 'classroom/training'],
  ...['commands/check', 'app/server-faults.test.ts', 'postgres/owner.postgres.ts'],
].map((path) => `test/${path}`)

const run = (suite, args = [], env = {}) => ({ suite, args, env })

/** What runs before a release, in this order. */
export const RELEASE = [
  run('all', ['--coverage', '--timeout=7200'], FULL),
  run('postgres', ['--coverage']),
  run('browser', [], FULL),
  ...['boards', 'check', 'exposures', 'suggestions', 'readers', 'saved-log', 'drill', 'class', 'failover'].map(
    (suite) => run(suite),
  ),
  ...['deploy', 'suite', 'image'].map((suite) => run(suite)),
  run('fuzz', ['--runs', '20000']),
  run('fuzz', ['--runs', '20000', '--edition', 'earlier']),
  run('postgres', ON_POSTGRES, FULL),
  run('collections', [], FULL),
  run('peers', [], FULL),
  run('clients', ['--all']),
  run('drill-clients'),
  ...['20.19', '22', '24', '26'].map((node) => run('package', [], { ...FULL, PACKAGE_NODE: node })),
  ...['22', '24', '26'].map((node) => run('library', [], { PACKAGE_NODE: node })),
  run('tools', [], { SCHEMATHESIS_EXAMPLES: '200', SCHEMATHESIS_SEEDS: '1,2,3' }),
  run('mutation'),
  run('soak', ['--minutes', '10']),
]
