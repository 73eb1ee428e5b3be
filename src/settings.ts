import { type TSchema, Type } from '@sinclair/typebox'
import {
  ACCESS_TOKEN_SECONDS,
  ADDRESS_RATE,
  BOARD_COMMENTS,
  BOARD_EXCHANGES_KIBIBYTES,
  BOARD_MEBIBYTES,
  BOARD_RATE,
  BOARD_TASKS,
  BOARD_TTL_SECONDS,
  BOARDS_MAX,
  BOARDS_PER_HOUR,
  LOGIN_FAILURES,
  PASSWORD_MAX,
  REFRESH_TOKEN_SECONDS,
  RESPONSE_CACHE_MEBIBYTES,
  SNAPSHOT_MEBIBYTES,
} from './contract/limits.js'
import { ROLES } from './contract/schemas/auth.js'
import { stringEnum } from './contract/schemas/values.js'
import { EDITIONS } from './editions/index.js'
import { DATABASE_URL_PATTERN } from './store/open-store.js'

/** Who may create private boards. */
export const CREATORS = ['open', 'admin', 'off'] as const
export type Creators = (typeof CREATORS)[number]

const QUOTA_MAX = 1_000_000_000

function integer([minimum, maximum]: [minimum: number, maximum: number], fallback: number, description: string) {
  return Type.Integer({ minimum, maximum, default: fallback, description })
}

function text(fallback: string, description: string, options = {}) {
  return Type.String({ default: fallback, description, ...options })
}

function quota(fallback: number, description: string) {
  return integer([1, QUOTA_MAX], fallback, description)
}

/** Returns the schema of a rate limit. In local mode, there is no limit by default. */
function rate(fallback: number, description: string) {
  const otherwise = `default ${fallback}, or unlimited in local mode`
  return Type.Optional(Type.Integer({ minimum: 1, maximum: QUOTA_MAX, description: `${description}; ${otherwise}` }))
}

/**
 * The schema of the environment variables. It validates them before they are parsed. `expected` describes a pattern in
 * error messages. `isSecret` marks values that can contain a password, or the id of a board, which works like one.
 */
export const SETTINGS = Type.Object({
  PORT: integer([0, 65_535], 3000, 'Port to listen on; 0 picks a free port'),
  HOST: Type.String({ minLength: 1, default: '127.0.0.1', description: 'Address to listen on' }),
  URL_FILE: Type.Optional(
    Type.String({
      description: 'File that contains the URL of the service while it listens, for health checks and scripts',
    }),
  ),
  LOG_LEVEL: stringEnum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
    default: 'info',
    description: 'Minimum level of log messages',
  }),
  DATABASE_URL: Type.String({
    pattern: DATABASE_URL_PATTERN,
    default: 'sqlite:./data/board.db',
    isSecret: true,
    expected: 'a URL that starts with sqlite:, postgres:// or postgresql://',
    description:
      'Database: `sqlite:<file>` (created if missing), `sqlite::memory:`, or `postgres://<user>:<password>@<host>/<database>`',
  }),
  EDITION: stringEnum(
    EDITIONS.map(({ name }) => name),
    {
      default: EDITIONS[0].name,
      description: `Edition of the contract: ${EDITIONS.map(({ name }) => name).join(' or ')}`,
    },
  ),
  ACCESS_TOKEN_TTL: integer([1, REFRESH_TOKEN_SECONDS], ACCESS_TOKEN_SECONDS, 'Lifetime of access tokens in seconds'),
  PUBLIC_URL: Type.Optional(
    Type.String({
      pattern: '^[Hh][Tt]{2}[Pp][Ss]?://[^/?#\\s]+[^?#\\s]*$',
      expected: 'an http or https URL without a query or fragment',
      description: 'URL at which clients reach the service, for links and published documents',
    }),
  ),
  TRUST_PROXY: text(
    'false',
    'Whether to trust `X-Forwarded-*` headers: `true`, `false`, or the addresses of the proxies, separated by commas',
  ),
  CORS_ORIGIN: Type.String({
    minLength: 1,
    default: '*',
    description:
      'Origins from which browsers may call the service, separated by commas; `*` does not include the management of boards',
  }),
  ALLOWED_HOSTS: text(
    '',
    'Further hosts that clients may use for the service, separated by commas; `.example.org` includes all subdomains',
  ),
  FAULT_SEED: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Seed of the fault plan; by default the stored seed, or a random one at the first start',
    }),
  ),
  FAULT_RATES: text('', 'Rates that override those of the specification: `server-error=0.5,slow-response=0`'),
  FAULT_DELAY: Type.String({
    pattern: '^\\d{1,6}-\\d{1,6}$',
    default: '2000-5000',
    expected: 'two numbers of milliseconds, such as 2000-5000',
    description: 'Shortest and longest delay of a slow response in milliseconds',
  }),
  CACHE_SIZE: integer([0, 4096], RESPONSE_CACHE_MEBIBYTES, 'Maximum size of the response cache in MiB; 0 disables it'),
  DEMO_DATA: Type.Boolean({
    default: false,
    description: 'Whether to fill an empty default board with demo tasks',
  }),
  BOARDS: Type.Optional(
    stringEnum(CREATORS, {
      description:
        'Who may create private boards: everyone (`open`), the administrator (`admin`) or no one (`off`); default `open` in local mode, otherwise `admin`',
    }),
  ),
  BOARD_HOST: Type.Optional(
    Type.String({
      pattern: '^(?![\\d.]+$)(?!-)[A-Za-z0-9-]{1,63}(?<!-)(\\.(?!-)[A-Za-z0-9-]{1,63}(?<!-))*$',
      maxLength: 226,
      expected: 'a host name without a scheme or port',
      description: 'Host whose subdomains `<id>.<host>` are the hosts of boards; default `localhost` in local mode',
    }),
  ),
  BOARD_PORT: text(
    '',
    'Boards with a loopback port of their own: `<id>=<port>`, separated by commas; the flag can be repeated',
    { isSecret: true },
  ),
  BOARDS_ONLY: Type.Boolean({
    default: false,
    description: 'Whether to refuse requests to the default board, because everyone has a private board',
  }),
  BOARD_TTL: integer(
    [60, 10 * 366 * 24 * 3600],
    BOARD_TTL_SECONDS,
    'Time in seconds after which an unused private board expires',
  ),
  BOARDS_MAX: quota(BOARDS_MAX, 'Maximum number of private boards'),
  BOARDS_PER_HOUR: rate(BOARDS_PER_HOUR, 'Maximum number of boards that one address may create per hour'),
  BOARD_TASKS: quota(BOARD_TASKS, 'Maximum number of tasks per board'),
  BOARD_COMMENTS: quota(BOARD_COMMENTS, 'Maximum number of comments per board'),
  BOARD_SIZE: quota(BOARD_MEBIBYTES, 'Maximum total size of the attachments per board in MiB'),
  BOARD_EXCHANGES: Type.Integer({
    minimum: 0,
    maximum: 65_536,
    default: BOARD_EXCHANGES_KIBIBYTES,
    description: 'Maximum size of the recorded requests and responses per board in KiB, compressed; 0 records none',
  }),
  BOARD_RATE: rate(BOARD_RATE, 'Maximum number of requests per second to one board'),
  ADDRESS_RATE: rate(ADDRESS_RATE, 'Maximum number of requests per second from one address'),
  LOGIN_FAILURES: quota(
    LOGIN_FAILURES,
    'Maximum number of failed logins per minute from one address to one board, if `ACCOUNTS` is set',
  ),
  SNAPSHOT_MAX: integer([1, 256], SNAPSHOT_MEBIBYTES, 'Maximum size of a snapshot in MiB'),
})

/** The name of a setting. */
export type SettingName = keyof typeof SETTINGS.properties
export const SETTING_NAMES = Object.keys(SETTINGS.properties) as SettingName[]

/**
 * The schema of the secrets. They come from the environment or from a file. They have no flags, because other users of
 * the machine can see the flags of a process.
 */
export const SECRETS = Type.Object({
  JWT_SECRET: Type.Optional(
    Type.String({
      description:
        'Key that signs access tokens, at least 32 bytes; by default a random key that is stored in the database',
    }),
  ),
  ADMIN_TOKEN: Type.Optional(
    Type.String({
      description:
        'Bearer token of the administrator of private boards, at least 16 characters; by default there is no administrator',
    }),
  ),
  ACCOUNTS: Type.Optional(
    Type.String({
      description:
        'Accounts of v2 as JSON: `[{"username": "ada", "password": "…", "role": "ADMIN"}]`; by default the published accounts',
    }),
  ),
})

export const SECRET_NAMES = Object.keys(SECRETS.properties)

/** The environment variable from which the commands for classes read the secret of a class. */
export const TRAINER_SECRET = 'TRAINER_SECRET'

/** The environment variables with secrets of the service and of its commands, or with the paths of files that hold them. */
const SECRET_VARIABLES = new Set([
  TRAINER_SECRET,
  ...SECRET_NAMES.flatMap((name) => [name, `${name}_FILE`]),
  ...SETTING_NAMES.filter((name) => (SETTINGS.properties[name] as TSchema).isSecret),
])

/**
 * Returns an environment without the secrets of the service, for programs that others wrote. The variables of libpq,
 * which can name passwords and files of passwords, all start with `PG`.
 */
export function withoutSecrets(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !SECRET_VARIABLES.has(name) && !name.startsWith('PG')),
  )
}

/** The schema of ACCOUNTS, after its JSON is parsed. */
export const AccountsSetting = Type.Object({
  ACCOUNTS: Type.Array(
    Type.Object({
      username: Type.String({ minLength: 1 }),
      password: Type.String({ minLength: 1, maxLength: PASSWORD_MAX }),
      role: stringEnum(ROLES),
    }),
    { minItems: 1, expected: 'a JSON array with at least one account' },
  ),
})

/** Returns the name of the flag for an environment variable: `FAULT_SEED` → `fault-seed`. */
export function flagOf(name: string): string {
  return name.toLowerCase().replaceAll('_', '-')
}
