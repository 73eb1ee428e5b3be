import {
  ADDRESS_RATE,
  BOARD_MEBIBYTES,
  BOARD_RATE,
  BOARD_TASKS,
  BOARDS_MAX,
  BOARDS_PER_HOUR,
  MEBIBYTE,
  REFRESH_TOKEN_SECONDS,
} from '../contract/limits.js'
import { EDITION_NAMES, type EditionName } from '../contract/names.js'
import { CREATORS, type Creators } from '../contract/schemas/enumerations.js'
import { SECRETS } from './config-secrets.js'
import {
  readBoardPorts,
  readDelay,
  readHost,
  readHosts,
  readOrigins,
  readPublicUrl,
  readRates,
  readTrustProxy,
} from './config-values.js'
import { checkDatabaseUrl } from './database-url.js'
import type { Setting, ValueSchema } from './setting.js'

const QUOTA_MAX = 1_000_000_000

const asText = (value: string) => value

function text(description: string, more: ValueSchema = {}) {
  return { type: 'string', description, ...more }
}

type Range = [minimum: number, maximum: number]

function optionalInteger(name: string, [minimum, maximum]: Range, description: string) {
  return { name, schema: { type: 'integer', minimum, maximum, description }, to: (value: number) => value }
}

/** @param unit what the option is for the value 1 */
function integer(name: string, range: Range, fallback: number, description: string, unit = 1) {
  return { ...optionalInteger(name, range, description), default: fallback, to: (value: number) => value * unit }
}

/** Returns the setting of a rate limit. In local mode, there is no limit by default. */
function rate(name: string, fallback: number, description: string) {
  return optionalInteger(name, [1, QUOTA_MAX], `${description}; default ${fallback}, or unlimited in local mode`)
}

function flag(name: string, description: string) {
  return { name, schema: { type: 'boolean', description }, default: false, to: (value: boolean) => value }
}

/**
 * The settings, by the names of the options of the application that they set. The environment variables, the flags, the
 * options of the library and the type of the options are derived from this table. `expected` describes a pattern in error
 * messages.
 */
export const SETTINGS = {
  port: integer('PORT', [0, 65_535], 3000, 'Port to listen on; 0 picks a free port'),
  host: { name: 'HOST', schema: text('Address to listen on'), default: '127.0.0.1', to: readHost },
  urlFile: {
    name: 'URL_FILE',
    schema: text('File that contains the URL of the service while it listens, for health checks and scripts'),
    to: asText,
  },
  logLevel: {
    name: 'LOG_LEVEL',
    schema: text('Minimum level of log messages', {
      enum: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
    }),
    default: 'info',
    to: asText,
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    schema: text(
      'Database: `sqlite:<file>` (created if missing), `sqlite::memory:`, or `postgres://<user>:<password>@<host>/<database>`',
      {
        pattern: /^(sqlite:|postgres(ql)?:\/\/)./,
        expected: 'a URL that starts with sqlite:, postgres:// or postgresql://',
      },
    ),
    default: 'sqlite:./data/board.db',
    isSecret: true,
    to: (value: string) => checkDatabaseUrl('DATABASE_URL', value),
  },
  edition: {
    name: 'EDITION',
    schema: text(`Edition of the contract: ${EDITION_NAMES.join(' or ')}`, {
      enum: [...EDITION_NAMES],
    }),
    default: EDITION_NAMES[0],
    to: (value: EditionName) => value,
  },
  earlierPort: optionalInteger(
    'EARLIER_PORT',
    [0, 65_535],
    'Port at which the service also offers the earlier edition, on the same database',
  ),
  accessTokenTtl: integer('ACCESS_TOKEN_TTL', [1, REFRESH_TOKEN_SECONDS], 3600, 'Lifetime of access tokens in seconds'),
  publicUrl: {
    name: 'PUBLIC_URL',
    schema: text('URL at which clients reach the service, for links and published documents', {
      pattern: /^[Hh][Tt]{2}[Pp][Ss]?:\/\/[^/?#\s]+[^?#\s]*$/u,
      expected: 'an http or https URL without a query or fragment',
    }),
    to: readPublicUrl,
  },
  trustProxy: {
    name: 'TRUST_PROXY',
    schema: text(
      'Whether to trust `X-Forwarded-*` headers: `true`, `false`, or the addresses of the proxies, separated by commas',
    ),
    default: 'false',
    to: readTrustProxy,
  },
  corsOrigin: {
    name: 'CORS_ORIGIN',
    schema: text(
      'Origins from which browsers may call the service, separated by commas; `*` does not include the management of boards',
    ),
    default: '*',
    to: readOrigins,
  },
  allowedHosts: {
    name: 'ALLOWED_HOSTS',
    schema: text(
      'Further hosts that clients may use for the service, separated by commas; `.example.org` includes all subdomains',
    ),
    default: '',
    to: readHosts,
  },
  faultSeed: optionalInteger(
    'FAULT_SEED',
    [0, Number.MAX_SAFE_INTEGER],
    'Seed of the fault plan; by default the stored seed, or a random one at the first start',
  ),
  rates: {
    name: 'FAULT_RATES',
    schema: { description: 'Rates that override those of the specification: `server-error=0.5,slow-response=0`' },
    default: '',
    to: readRates,
  },
  delay: {
    name: 'FAULT_DELAY',
    schema: { description: 'Shortest and longest delay of a slow response in milliseconds' },
    default: '2000-5000',
    to: readDelay,
  },
  demoData: flag('DEMO_DATA', 'Whether to fill an empty default board with demo tasks'),
  creators: {
    name: 'BOARDS',
    schema: text(
      'Who may create private boards: everyone (`open`), the administrator (`admin`) or no one (`off`); default `open` in local mode, otherwise `admin`',
      { enum: [...CREATORS] },
    ),
    to: (value: Creators) => value,
  },
  boardHost: {
    name: 'BOARD_HOST',
    schema: text('Host whose subdomains `<id>.<host>` are the hosts of boards; default `localhost` in local mode', {
      pattern: /^(?![\d.]+$)(?!-)[A-Za-z0-9-]{1,63}(?<!-)(\.(?!-)[A-Za-z0-9-]{1,63}(?<!-))*$/,
      maxLength: 226,
      expected: 'a host name without a scheme or port',
    }),
    to: (value: string) => value.toLowerCase(),
  },
  boardPorts: {
    name: 'BOARD_PORT',
    schema: text(
      'Boards with a loopback port of their own: `<id>=<port>`, separated by commas; the flag can be repeated',
    ),
    default: '',
    isSecret: true,
    to: readBoardPorts,
  },
  boardsOnly: flag(
    'BOARDS_ONLY',
    'Whether to refuse requests to the default board, because everyone has a private board',
  ),
  boardTtl: integer(
    'BOARD_TTL',
    [60, 10 * 366 * 24 * 3600],
    7 * 24 * 3600,
    'Time in seconds after which an unused private board expires',
  ),
  boardsMax: integer('BOARDS_MAX', [1, QUOTA_MAX], BOARDS_MAX, 'Maximum number of private boards'),
  boardsPerHour: rate(
    'BOARDS_PER_HOUR',
    BOARDS_PER_HOUR,
    'Maximum number of boards that one address may create per hour',
  ),
  boardTasks: integer('BOARD_TASKS', [1, QUOTA_MAX], BOARD_TASKS, 'Maximum number of tasks per board'),
  boardBytes: integer(
    'BOARD_SIZE',
    [1, QUOTA_MAX],
    BOARD_MEBIBYTES,
    'Maximum total size of the attachments per board in MiB',
    MEBIBYTE,
  ),
  memoryBytes: {
    ...optionalInteger(
      'BOARD_MEMORY',
      [1, QUOTA_MAX],
      'Size of all boards and classes in memory in MiB from which unused ones leave it; default half of the heap',
    ),
    to: (value: number) => value * MEBIBYTE,
  },
  exchangesMax: integer(
    'BOARD_EXCHANGES',
    [0, 65_536],
    1024,
    'Maximum size of the recorded requests and responses per board in KiB, compressed; 0 records none',
    1024,
  ),
  boardRate: rate('BOARD_RATE', BOARD_RATE, 'Maximum number of requests per second to one board'),
  addressRate: rate('ADDRESS_RATE', ADDRESS_RATE, 'Maximum number of requests per second from one address'),
} satisfies Record<string, Setting>

/** The settings of earlier versions that are constants now. */
export const REMOVED_SETTINGS: readonly string[] = ['CACHE_SIZE', 'BOARD_COMMENTS', 'LOGIN_FAILURES', 'SNAPSHOT_MAX']

/** The environment variable from which the commands for classes read the secret of a class. */
export const TRAINER_SECRET = 'TRAINER_SECRET'

/**
 * Returns an environment without the secrets of the service and of its commands, and without the paths of their files,
 * for programs that others wrote. The variables of libpq, which can name passwords and files of passwords, all start
 * with `PG`.
 */
export function withoutSecrets(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const secrets = Object.values(SECRETS).flatMap(({ name }) => [name, `${name}_FILE`])
  const settings = Object.values<Setting>(SETTINGS).filter(({ isSecret }) => isSecret)
  const names = [TRAINER_SECRET, ...secrets, ...settings.map(({ name }) => name)]
  return Object.fromEntries(Object.entries(env).filter(([name]) => !names.includes(name) && !name.startsWith('PG')))
}
