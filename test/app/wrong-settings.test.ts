import t from 'tap'
import { flagOf } from '../../src/app/setting.js'
import { assertRefused } from './read-config.js'
import { ID } from './right-settings.js'

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
