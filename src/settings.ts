import { type TSchema, Type } from '@sinclair/typebox'
import {
  ACCESS_TOKEN_SECONDS,
  ADDRESS_RATE,
  BOARD_COMMENTS,
  BOARD_MEBIBYTES,
  BOARD_RATE,
  BOARD_TASKS,
  BOARD_TTL_SECONDS,
  BOARDS_MAX,
  BOARDS_PER_HOUR,
  REFRESH_TOKEN_SECONDS,
  RESPONSE_CACHE_MEBIBYTES,
  SNAPSHOT_MEBIBYTES,
} from './limits.js'
import { ROLES } from './schemas/auth.js'
import { stringEnum } from './schemas/builders.js'
import { DATABASE_URL_PATTERN } from './store/open-store.js'

/** Who may create private boards. */
export const CREATORS = ['open', 'admin', 'off'] as const
export type Creators = (typeof CREATORS)[number]

const QUOTA = { minimum: 1, maximum: 1_000_000_000 }

/** A quota; none of them counts for the default board where the service listens on a loopback address. */
function quota(fallback: number, description: string) {
  return Type.Integer({ ...QUOTA, default: fallback, description })
}

/** A quota of what is asked in a time; where the service listens on a loopback address there is none unless it is set. */
function rate(fallback: number, description: string) {
  const otherwise = `${fallback}, and no bound on a loopback address without a proxy`
  return Type.Optional(Type.Integer({ ...QUOTA, description: `${description}; ${otherwise}` }))
}

/** The values of the environment variables that the service reads, checked but not yet interpreted. */
export const SETTINGS = Type.Object({
  PORT: Type.Integer({
    minimum: 0,
    maximum: 65_535,
    default: 3000,
    description: 'The port to listen on; 0 picks a free one',
  }),
  HOST: Type.String({ minLength: 1, default: '127.0.0.1', description: 'The address to listen on' }),
  LOG_LEVEL: stringEnum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
    default: 'info',
    description: 'The least severe messages that are logged',
  }),
  DATABASE_URL: Type.String({
    pattern: DATABASE_URL_PATTERN,
    default: 'sqlite:./data/board.db',
    description:
      'The database: `sqlite:<file>`, made when missing, `sqlite::memory:`, or `postgres://<user>:<password>@<host>/<database>`',
  }),
  ACCESS_TOKEN_TTL: Type.Integer({
    minimum: 1,
    maximum: REFRESH_TOKEN_SECONDS,
    default: ACCESS_TOKEN_SECONDS,
    description: 'The lifetime of access tokens in seconds',
  }),
  PUBLIC_URL: Type.Optional(
    Type.String({
      pattern: '^https?://[^/?#\\s]+[^?#\\s]*$',
      description: 'Where clients reach the service, for the published documents',
    }),
  ),
  TRUST_PROXY: Type.String({
    default: 'false',
    description:
      'Whether to believe `X-Forwarded-*`: `true`, `false`, or the addresses of the proxies, separated by commas',
  }),
  CORS_ORIGIN: Type.String({
    minLength: 1,
    default: '*',
    description: 'The origins that browsers may call from, separated by commas',
  }),
  FAULT_SEED: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description:
        'The seed of the plan of faults; without one the stored seed goes on, or a random one is chosen',
    }),
  ),
  FAULT_RATES: Type.String({
    default: '',
    description: 'Rates that differ from the promised ones: `server-error=0.5,slow-response=0`',
  }),
  FAULT_DELAY: Type.String({
    pattern: '^\\d{1,6}-\\d{1,6}$',
    default: '2000-5000',
    description: 'The least and the greatest delay of a slow response, in milliseconds',
  }),
  CACHE_SIZE: Type.Integer({
    minimum: 0,
    maximum: 4096,
    default: RESPONSE_CACHE_MEBIBYTES,
    description: 'How much memory answers take that are kept for who asks the same, in MiB; 0 keeps none',
  }),
  DEMO_DATA: Type.Boolean({
    default: false,
    description: 'Whether an empty board is filled with a demonstration',
  }),
  BOARDS: Type.Optional(
    stringEnum(CREATORS, {
      description:
        'Who may make private boards: everybody (`open`), the administrator, or nobody (`off`); `open` on a loopback address without a proxy, else `admin`',
    }),
  ),
  BOARD_TTL: Type.Integer({
    minimum: 60,
    maximum: 10 * 366 * 24 * 3600,
    default: BOARD_TTL_SECONDS,
    description: 'After how many seconds a private board that nobody uses expires',
  }),
  BOARDS_MAX: quota(BOARDS_MAX, 'How many private boards there may be'),
  BOARDS_PER_HOUR: rate(BOARDS_PER_HOUR, 'How many boards an address may make in an hour'),
  BOARD_TASKS: quota(BOARD_TASKS, 'How many tasks a board may hold'),
  BOARD_COMMENTS: quota(BOARD_COMMENTS, 'How many comments a board may hold'),
  BOARD_SIZE: quota(BOARD_MEBIBYTES, 'How large all attachments of a board may be, in MiB'),
  BOARD_RATE: rate(BOARD_RATE, 'How many requests in a second a board answers'),
  ADDRESS_RATE: rate(ADDRESS_RATE, 'How many requests in a second an address may send'),
  SNAPSHOT_MAX: Type.Integer({
    minimum: 1,
    maximum: 256,
    default: SNAPSHOT_MEBIBYTES,
    description: 'How large a snapshot may be, in MiB',
  }),
})

/** Secrets: from the environment or from a file, never from a flag, which other users of the machine can see. */
export const SECRETS = Type.Object({
  JWT_SECRET: Type.Optional(
    Type.String({
      description:
        'The key that signs access tokens, at least 32 bytes; without one the store makes and keeps its own',
    }),
  ),
  ADMIN_TOKEN: Type.Optional(
    Type.String({
      description:
        'The bearer token of the administrator of boards, at least 16 characters; without one there is no administrator',
    }),
  ),
  ACCOUNTS: Type.Optional(
    Type.String({
      description:
        'The accounts of v2 as JSON: `[{"username": "ada", "password": "…", "role": "ADMIN"}]`; the published ones without it',
    }),
  ),
})

/** What ACCOUNTS holds, once it is parsed. */
export const AccountsSetting = Type.Object({
  ACCOUNTS: Type.Array(
    Type.Object({
      username: Type.String({ minLength: 1 }),
      password: Type.String({ minLength: 1 }),
      role: stringEnum(ROLES),
    }),
    { minItems: 1, description: SECRETS.properties.ACCOUNTS.description ?? '' },
  ),
})

/** The flag for an environment variable: `FAULT_SEED` → `fault-seed`. */
export function flagOf(name: string): string {
  return name.toLowerCase().replaceAll('_', '-')
}

/** The text of `--help`. */
export function helpText(name: string): string {
  const settings = Object.entries<TSchema>(SETTINGS.properties).map(
    ([variable, { description, default: fallback }]) => {
      const left = `  --${flagOf(variable)}`.padEnd(22) + variable.padEnd(18)
      return `${left}${description}${fallback === undefined || fallback === '' ? '' : ` (${fallback})`}`
    },
  )
  const secrets = Object.entries<TSchema>(SECRETS.properties).map(
    ([variable, { description }]) =>
      `  ${''.padEnd(20)}${variable.padEnd(18)}${description}; also as ${variable}_FILE`,
  )
  return [
    `Usage: ${name} [flags]`,
    '',
    'Every flag can also be given as an environment variable; flags win.',
    '',
    ...settings,
    ...secrets,
    `${'  -h, --help'.padEnd(40)}Show this text`,
    `${'  -v, --version'.padEnd(40)}Show the version`,
  ].join('\n')
}
