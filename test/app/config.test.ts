import { Command } from 'commander'
import t, { type Test } from 'tap'
import { DEFAULT_ACCOUNTS } from '../../src/api/auth/accounts.js'
import { type Config, readConfig, warnOfRemoved } from '../../src/app/config.js'
import { SECRETS } from '../../src/app/config-secrets.js'
import { ConfigurationError, flagOf, type Setting } from '../../src/app/setting.js'
import { REMOVED_SETTINGS, SETTINGS } from '../../src/app/settings.js'
import { addAllSettings, givenSettings } from '../../src/commands/setting-flags.js'

const DEFAULTS: Config = {
  port: 3000,
  host: '127.0.0.1',
  urlFile: undefined,
  logLevel: 'info',
  databaseUrl: 'sqlite:./data/board.db',
  edition: 'current',
  earlierPort: undefined,
  accessTokenTtl: 3600,
  publicUrl: undefined,
  trustProxy: false,
  corsOrigin: '*',
  allowedHosts: [],
  faultSeed: undefined,
  rates: {},
  delay: [2000, 5000],
  demoData: false,
  creators: 'open',
  boardHost: 'localhost',
  boardPorts: [],
  boardsOnly: false,
  boardTtl: 604_800,
  boardsMax: 10_000,
  boardsPerHour: undefined,
  boardTasks: 10_000,
  boardBytes: 33_554_432,
  memoryBytes: undefined,
  exchangesMax: 1_048_576,
  boardRate: undefined,
  addressRate: undefined,
  jwtSecret: undefined,
  adminToken: undefined,
  accounts: DEFAULT_ACCOUNTS,
  isLocal: true,
}

/** The id of a board. */
const ID = 'q3vf6b5n2m4yk2sx7dz3wqhtea'

/** What differs if other machines can reach the service. */
const PUBLIC: Partial<Config> = {
  creators: 'admin',
  boardHost: undefined,
  isLocal: false,
  boardRate: 500,
  addressRate: 2000,
  boardsPerHour: 100,
}

const ALL_SETTINGS = Object.values<Setting>(SETTINGS)
const SETTING_NAMES = ALL_SETTINGS.map(({ name }) => name)

/** Reads the configuration from the flags of a command and the environment. */
function read(args: string[], env: NodeJS.ProcessEnv = {}): Config {
  const command = addAllSettings(new Command()).exitOverride().parse(args, { from: 'user' })
  return readConfig(givenSettings(command.opts()), env)
}

/** Asserts that a configuration is refused in one line that names what is wrong; returns the line. */
function assertRefused(t: Test, name: string, args: string[], env: NodeJS.ProcessEnv = {}): string {
  try {
    read(args, env)
  } catch (error) {
    const { message } = error as Error
    t.type(error, ConfigurationError)
    t.ok(message.includes(name), `'${message}' names ${name}`)
    t.notMatch(message, /[\r\n]/, `'${message}' is one line`)
    return message
  }
  t.fail(`${JSON.stringify({ args, env })} is accepted`)
  return ''
}

/** Values that are right, and what becomes of them. */
const RIGHT: [name: string, value: string, expected: Partial<Config>][] = [
  ['PORT', '8080', { port: 8080 }],
  ['PORT', '0', { port: 0 }],
  ['PORT', '65535', { port: 65_535 }],
  ['HOST', '0.0.0.0', { host: '0.0.0.0', ...PUBLIC }],
  ['HOST', '127.0.0.1.example.org', { host: '127.0.0.1.example.org', ...PUBLIC }],
  ['HOST', '127.9.9.9', { host: '127.9.9.9' }],
  ['HOST', 'localhost', { host: 'localhost' }],
  ['HOST', '::1', { host: '::1' }],
  ['URL_FILE', '/tmp/url', { urlFile: '/tmp/url' }],
  ['HOST', '[::1]', { host: '::1' }],
  ['HOST', 'LocalHost', { host: 'localhost' }],
  ...['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'].map((level): [string, string, Partial<Config>] => [
    'LOG_LEVEL',
    level,
    { logLevel: level },
  ]),
  ['DATABASE_URL', 'sqlite::memory:', { databaseUrl: 'sqlite::memory:' }],
  [
    'DATABASE_URL',
    'postgres://ada@localhost/board?query_timeout=500#x',
    { databaseUrl: 'postgres://ada@localhost/board?query_timeout=500#x' },
  ],
  ['DATABASE_URL', 'sqlite:/srv/board 1.db', { databaseUrl: 'sqlite:/srv/board 1.db' }],
  ['EDITION', 'current', { edition: 'current' }],
  ['EDITION', 'earlier', { edition: 'earlier' }],
  ['EARLIER_PORT', '3001', { earlierPort: 3001 }],
  ['ACCESS_TOKEN_TTL', '1', { accessTokenTtl: 1 }],
  ['ACCESS_TOKEN_TTL', '604800', { accessTokenTtl: 604_800 }],
  [
    'PUBLIC_URL',
    'https://tasks.example.org',
    { publicUrl: 'https://tasks.example.org', allowedHosts: ['tasks.example.org'], ...PUBLIC },
  ],
  [
    'PUBLIC_URL',
    'HTTPS://Example.ORG:443/Board//',
    { publicUrl: 'https://example.org/Board', allowedHosts: ['example.org'], ...PUBLIC },
  ],
  ['PUBLIC_URL', 'http://localhost:80', { publicUrl: 'http://localhost' }],
  ['PUBLIC_URL', 'http://[::1]:3000/', { publicUrl: 'http://[::1]:3000' }],
  ['PUBLIC_URL', 'http://192.168.1.7:3000', { publicUrl: 'http://192.168.1.7:3000' }],
  [
    'PUBLIC_URL',
    'http://[2606:4700::1]',
    { publicUrl: 'http://[2606:4700::1]', allowedHosts: ['2606:4700::1'], ...PUBLIC },
  ],
  ['PUBLIC_URL', 'http://93.184.1.1', { publicUrl: 'http://93.184.1.1', allowedHosts: ['93.184.1.1'], ...PUBLIC }],
  ['TRUST_PROXY', 'true', { trustProxy: true, ...PUBLIC }],
  ['TRUST_PROXY', 'false', { trustProxy: false }],
  ['TRUST_PROXY', '10.0.0.1, 192.168.0.0/16', { trustProxy: ['10.0.0.1', '192.168.0.0/16'], ...PUBLIC }],
  ['TRUST_PROXY', '10.0.0.0/255.0.0.0,::1', { trustProxy: ['10.0.0.0/255.0.0.0', '::1'], ...PUBLIC }],
  ['TRUST_PROXY', 'loopback', { trustProxy: ['loopback'], ...PUBLIC }],
  ['CORS_ORIGIN', '*', { corsOrigin: '*' }],
  ['CORS_ORIGIN', 'https://a.example, https://b.example', { corsOrigin: ['https://a.example', 'https://b.example'] }],
  ['CORS_ORIGIN', 'https://a.example', { corsOrigin: ['https://a.example'] }],
  [
    'CORS_ORIGIN',
    'HTTPS://A.Example:443/, http://a.example:80,http://LOCALHOST:3000,http://b.example:443',
    { corsOrigin: ['https://a.example', 'http://a.example', 'http://localhost:3000', 'http://b.example:443'] },
  ],
  ['CORS_ORIGIN', 'Capacitor://localhost/, null', { corsOrigin: ['capacitor://localhost', 'null'] }],
  [
    'ALLOWED_HOSTS',
    'Board.example., .example.org,*.example.net,10.0.0.1, [::1]',
    { allowedHosts: ['board.example', '.example.org', '.example.net', '10.0.0.1', '::1'], ...PUBLIC },
  ],
  [
    'ALLOWED_HOSTS',
    'host.docker.internal,10.0.2.2,board,board.local,.localhost,[fd00::1]',
    { allowedHosts: ['host.docker.internal', '10.0.2.2', 'board', 'board.local', '.localhost', 'fd00::1'] },
  ],
  ['FAULT_SEED', '0', { faultSeed: 0 }],
  ['FAULT_SEED', '9007199254740991', { faultSeed: 9_007_199_254_740_991 }],
  ['FAULT_RATES', 'server-error=0.5', { rates: { 'server-error': 0.5 } }],
  [
    'FAULT_RATES',
    ' server-error = 1 , slow-response = 0 , date-mix=0.25,',
    { rates: { 'server-error': 1, 'slow-response': 0, 'date-mix': 0.25 } },
  ],
  ['FAULT_DELAY', '0-0', { delay: [0, 0] }],
  ['FAULT_DELAY', '100-250', { delay: [100, 250] }],
  ['DEMO_DATA', 'true', { demoData: true }],
  ['DEMO_DATA', 'false', { demoData: false }],
  ['BOARDS', 'open', { creators: 'open' }],
  ['BOARDS', 'admin', { creators: 'admin' }],
  ['BOARDS', 'off', { creators: 'off' }],
  ['BOARD_HOST', 'Boards.Example.org', { boardHost: 'boards.example.org' }],
  ['BOARD_HOST', '1.example', { boardHost: '1.example' }],
  ['BOARD_PORT', `${ID}=3001`, { boardPorts: [{ id: ID, port: 3001 }] }],
  [
    'BOARD_PORT',
    `${ID}=0, q1Vf0b5n0m8Yk2sX7dZ3wQ=65535,${ID}=0`,
    {
      boardPorts: [
        { id: ID, port: 0 },
        { id: 'q1Vf0b5n0m8Yk2sX7dZ3wQ', port: 65_535 },
        { id: ID, port: 0 },
      ],
    },
  ],
  ['BOARDS_ONLY', 'true', { boardsOnly: true }],
  ['BOARD_TTL', '3600', { boardTtl: 3600 }],
  ['BOARDS_MAX', '5', { boardsMax: 5 }],
  ['BOARDS_PER_HOUR', '7', { boardsPerHour: 7 }],
  ['BOARD_TASKS', '11', { boardTasks: 11 }],
  ['BOARD_SIZE', '1', { boardBytes: 1_048_576 }],
  ['BOARD_MEMORY', '2', { memoryBytes: 2_097_152 }],
  ['BOARD_EXCHANGES', '16', { exchangesMax: 16_384 }],
  ['BOARD_RATE', '13', { boardRate: 13 }],
  ['ADDRESS_RATE', '14', { addressRate: 14 }],
]

t.test('configuration: without settings, the defaults apply', async (t) => {
  t.strictSame(read([]), DEFAULTS)
  t.strictSame(read([], { PATH: '/bin', port: '1', NODE_ENV: 'production' }), DEFAULTS)
})

t.test('configuration: an empty variable counts as not set', async (t) => {
  const names = [...SETTING_NAMES, ...Object.values(SECRETS).map(({ name }) => name)]
  const env = Object.fromEntries([...names, 'JWT_SECRET_FILE', 'ACCOUNTS_FILE'].map((name) => [name, '']))
  t.strictSame(read([], env), DEFAULTS)
})

t.test('configuration: every variable is read', async (t) => {
  for (const [name, value, expected] of RIGHT) {
    t.strictSame(read([], { [name]: value }), { ...DEFAULTS, ...expected }, `${name}=${value}`)
  }
  t.strictSame([...new Set(RIGHT.map(([name]) => name))].sort(), [...SETTING_NAMES].sort())
})

t.test('configuration: carriage returns and byte order marks of files of settings do not count', async (t) => {
  for (const [name, value, expected] of RIGHT) {
    t.strictSame(read([], { [name]: `\ufeff${value}\r\n` }), { ...DEFAULTS, ...expected }, `${name}=${value}`)
  }
  t.strictSame(read([], { PORT: '\r' }), DEFAULTS, 'an empty value')
})

t.test('configuration: every variable has a flag, and flags take precedence', async (t) => {
  for (const [name, value, expected] of RIGHT) {
    const other = RIGHT.find((right) => right[0] === name && right[1] !== value)?.[1] ?? value
    const wanted = { ...DEFAULTS, ...expected }
    t.strictSame(read([`--${flagOf(name)}=${value}`], { [name]: other }), wanted, `--${flagOf(name)}=${value}`)
    t.strictSame(read([`--${flagOf(name)}`, value]), wanted, `--${flagOf(name)} ${value}`)
  }
})

t.test('removed settings have no effect, and one warning names those that are set', async (t) => {
  const env = Object.fromEntries(REMOVED_SETTINGS.map((name) => [name, 'wrong']))
  t.strictSame(read(['--cache-size=512'], env), DEFAULTS)
  t.equal(
    warnOfRemoved({ SNAPSHOT_MAX: '64' }, { CACHE_SIZE: '0', BOARD_COMMENTS: '' }),
    'These settings do not exist any more and have no effect: CACHE_SIZE, SNAPSHOT_MAX',
  )
  t.equal(warnOfRemoved({}, { BOARD_COMMENTS: ' ' }), undefined)
})

t.test('configuration: --board-port can be repeated', async (t) => {
  const boardPorts = [
    { id: ID, port: 3001 },
    { id: ID, port: 3002 },
    { id: ID, port: 3003 },
  ]
  const args = [`--board-port=${ID}=3001`, '--board-port', `${ID}=3002,${ID}=3003`]
  t.strictSame(read(args, { BOARD_PORT: 'wrong' }).boardPorts, boardPorts)
})

t.test('configuration: a flag takes precedence even over an invalid variable', async (t) => {
  t.equal(read(['--port', '8080'], { PORT: 'wrong' }).port, 8080)
})

t.test('configuration: flags are the names of the variables in kebab case', async (t) => {
  t.equal(flagOf('PORT'), 'port')
  t.equal(flagOf('ACCESS_TOKEN_TTL'), 'access-token-ttl')
})

const WRONG: Record<string, string[]> = {
  PORT: ['http', '-1', '65536', '80.5', '3000x', 'true', '1e3', '0x50', '+80', '3000.0'],
  LOG_LEVEL: ['verbose', 'INFO', '30'],
  DATABASE_URL: [
    ...['./board.db', 'mysql://localhost/board', 'sqlite:', 'SQLITE:x', 'board sqlite:x', 'postgres:board'],
    ...['sqlite://relative.db', 'sqlite:///srv/board.db', 'sqlite:memory', 'sqlite::memory', 'sqlite::MEMORY:'],
    ...['sqlite:~/board.db', 'sqlite:$HOME/board.db', 'sqlite:%TEMP%\\board.db', 'sqlite:file:board.db'],
    ...['sqlite:http://x/y.db', 'sqlite:postgres://board@db/board'],
    ...['sqlite:board.db?mode=ro', 'sqlite:./data/'],
    ...[
      'sqlite: board.db',
      'sqlite: ::memory:',
      'sqlite:: memory:',
      'sqlite:"board.db"',
      "sqlite:'board.db'",
      'sqlite:<file>',
    ],
    'sqlite:board\tdb',
    ...['sqlite:C:\\boards\\board.db', 'sqlite:data\\board.db'],
    'postgres://ada@localhost/board?sslmode=disable&schema=training',
    ...['10s', '-1', '1.5'].map((time) => `postgres://ada@localhost/board?query_timeout=${time}`),
  ],
  EDITION: ['nonsense', 'Earlier', 'v1'],
  ACCESS_TOKEN_TTL: ['0', '-5', '604801', '1h', '0.5'],
  PUBLIC_URL: [
    'example.org',
    'ftp://example.org',
    'https://',
    'https://a b',
    'https://a/?q',
    'https://a/#f',
    'https://a:b',
    'https://a:99999',
    'https://ada:engine@a',
    'https://*.example.org',
    'https://$HOST/',
    'https://example.org/$BASE',
    'https://example.org/api/v1',
    'https://example.org/boards/api/buggy/',
    ...['docs', 'x/b/jdpz7gwyrcpaixqpn2ycyhxd4m/', 'control/openapi.json', 'openapi-3.1.yaml'].map(
      (path) => `https://example.org/${path}`,
    ),
    ...['https://https://example.org', 'https://example.org//x/'],
  ],
  TRUST_PROXY: [
    ...['yes', '10.0.0.1,nonsense', '10.0.0.0/99', ',', '1', '10/8', '10.0/16', '1.5', '010.0.0.1', '0x7f000001'],
    'loopback/8',
  ],
  CORS_ORIGIN: [
    ...[
      ',',
      'a.example',
      'localhost:3000',
      '//a.example',
      'https://a.example/path',
      'https://*.example',
      'https://a b',
    ],
    ...['https://a.example?q', 'https://ada@a.example', 'https://', 'https://a.example;https://b.example', '**'],
    ...['https://$HOST', 'https://a.example,*', '*,https://a.example', 'https://a.example\\path'],
  ],
  ALLOWED_HOSTS: ['*', 'https://example.org', 'example.org:3000', '..', 'a b', '.', '::1', 'a/b'],
  FAULT_SEED: ['-1', '1.5', 'abc', '9007199254740992'],
  FAULT_RATES: [
    'server-error',
    'server-error=',
    'server-error=1.1',
    'server-error=-0.1',
    'server-error=50%',
    'server-error=1e-1',
    'server-error=often',
    'server-error=0.5=0.6',
    'unknown=0.5',
    'SERVER-ERROR=0.5',
    'constructor=0.5',
    '=0.5',
    'server-error=0.5;slow-response=0',
    'slow-response=0,server-error=2',
    'server-error=0.5,server-error=0',
  ],
  FAULT_DELAY: ['2000', '5000-2000', '2-', '-2', '1-2-3', 'a-b', '1.5-2', '2000 - 5000', '0-1000000'],
  DEMO_DATA: ['yes', 'on', '2', 'TRUE'],
  BOARDS: ['yes', 'OPEN', 'none'],
  BOARD_HOST: [
    'https://example.org',
    'example.org:3000',
    'a..b',
    '.example.org',
    'a b',
    '127.0.0.1',
    '::1',
    '*.a',
    '-a.org',
    'a-.org',
    'a.-b',
  ],
  BOARD_PORT: [ID, `${ID}=`, `${ID}=65536`, `${ID}=x`, `x=3001`, `default=3001`, `${ID}=1,${ID}=1`, `${ID}:3001`],
  BOARDS_ONLY: ['yes', '1.5'],
  BOARD_TTL: ['59', '0', '-1', '7d'],
  BOARDS_MAX: ['0', 'many'],
  BOARDS_PER_HOUR: ['0', '1.5'],
  BOARD_TASKS: ['0', '-1'],
  BOARD_SIZE: ['0', '1MiB'],
  BOARD_MEMORY: ['0', '1MiB'],
  BOARD_EXCHANGES: ['-1', '65537', '1MiB'],
  BOARD_RATE: ['0', '10/s'],
  ADDRESS_RATE: ['0', '10/s'],
}

for (const [name, values] of Object.entries(WRONG)) {
  t.test(`configuration: a wrong ${name} is refused in one line that names it`, async (t) => {
    for (const value of values) {
      assertRefused(t, name, [], { [name]: value })
      assertRefused(t, name, [`--${flagOf(name)}=${value}`])
    }
  })
}

t.test('configuration: the error states which values are valid', async (t) => {
  const cases: [name: string, value: string, hint: RegExp][] = [
    ['PORT', 'http', /^PORT must be an integer between 0 and 65535$/],
    ['PORT', '65536', /^PORT must be an integer between 0 and 65535$/],
    ['LOG_LEVEL', 'verbose', /^LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent$/],
    [
      'DATABASE_URL',
      './board.db',
      /^DATABASE_URL must be a URL that starts with sqlite:, postgres:\/\/ or postgresql:\/\/$/,
    ],
    ['DATABASE_URL', 'sqlite:memory', /^DATABASE_URL must be sqlite::memory: for a database in memory$/],
    ['CORS_ORIGIN', 'a.example', /^CORS_ORIGIN must be \* or origins without a path, such as https:.*$/],
    ['EDITION', 'nonsense', /^EDITION must be one of current, earlier$/],
    ['DATABASE_URL', 'postgres://ada@localhost/board?schema=a', /^DATABASE_URL must name a schema with options=/],
    ['PUBLIC_URL', 'https://example.org/x/docs/', /^PUBLIC_URL must end before \/docs$/],
    ['PUBLIC_URL', 'example.org', /^PUBLIC_URL must be an http or https URL without a query or fragment$/],
    ['FAULT_DELAY', '2000', /^FAULT_DELAY must be two numbers of milliseconds, such as 2000-5000$/],
    ['DEMO_DATA', 'yes', /^DEMO_DATA must be true or false$/],
    ['FAULT_RATES', 'x=1', /^FAULT_RATES names an unknown fault 'x'; the faults are slow-response, server-error, /],
    ['FAULT_RATES', 'date-mix=2', /^FAULT_RATES must give 'date-mix' a rate between 0 and 1$/],
    ['FAULT_DELAY', '2-1', /^FAULT_DELAY must name the shorter delay first$/],
    ['ALLOWED_HOSTS', 'example.org:3000', /^ALLOWED_HOSTS must be a comma-separated list of host names without ports$/],
    ['TRUST_PROXY', 'yes', /^TRUST_PROXY must be true, false, or a comma-separated list of addresses$/],
  ]
  for (const [name, value, hint] of cases) t.match(assertRefused(t, name, [], { [name]: value }), hint)
})

t.test('configuration: a flag for true or false needs no value', async (t) => {
  t.equal(read(['--demo-data']).demoData, true)
  t.equal(read(['--demo-data', '--port=1']).demoData, true)
  t.equal(read(['--demo-data=false'], { DEMO_DATA: 'true' }).demoData, false)
  t.equal(read(['--demo-data', 'false']).demoData, false)
})
