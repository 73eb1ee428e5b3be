import { readFileSync } from 'node:fs'
import { isIPv4 } from 'node:net'
import { parseArgs } from 'node:util'
import { getHeapStatistics } from 'node:v8'
import { compile } from '@fastify/proxy-addr'
import type { Static, TObject } from '@sinclair/typebox'
import { Ajv } from 'ajv'
import { type Account, DEFAULT_ACCOUNTS } from './auth/accounts.js'
import type { BoardsOptions } from './boards/options.js'
import { FAULTS } from './chaos/faults/index.js'
import { ADDRESS_RATE, BOARD_RATE, BOARDS_PER_HOUR, MEBIBYTE } from './limits.js'
import { AccountsSetting, flagOf, SETTINGS } from './settings.js'

/** A wrong value, said in one line. */
export class ConfigurationError extends Error {}

const SECRET_BYTES_MIN = 32

export interface Config {
  port: number
  host: string
  logLevel: string
  databaseUrl: string
  accessTokenTtl: number
  publicUrl: string | undefined
  trustProxy: boolean | string[]
  corsOrigin: string | string[]
  faultSeed: number | undefined
  rates: Record<string, number>
  delay: [number, number]
  /** In bytes. */
  cacheMax: number
  demoData: boolean
  jwtSecret: string | undefined
  accounts: readonly Account[]
  boards: BoardsOptions
}

/** Flags by name. */
type Flags = Record<string, string | boolean | undefined>

/** What the command line asks for: to run with a configuration, or only for a word. */
export type Command = { run: Config } | { print: 'help' | 'version' }

/**
 * Reads the configuration: environment variables, and flags of the same names, which win.
 *
 * @param args the arguments of the command line
 * @param env the environment
 * @param own the names of a command's own flags, whose values come with it
 * @throws ConfigurationError where a value or a flag is wrong
 */
export function readCommandLine<Flag extends string = never>(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  own: readonly Flag[] = [],
): { command: Command; flags: Partial<Record<Flag, string>> } {
  const flags = readFlags(args, own)
  return { command: interpret(flags, env), flags: flags as Partial<Record<Flag, string>> }
}

function interpret(flags: Flags, env: NodeJS.ProcessEnv): Command {
  if (flags.help) return { print: 'help' }
  if (flags.version) return { print: 'version' }
  const names = Object.keys(SETTINGS.properties)
  const fromFlags = names.map((name) => [name, flags[flagOf(name)]] as const)
  const given = [...names.map((name) => [name, env[name]] as const), ...fromFlags].filter(
    ([, value]) => value !== undefined && String(value).trim() !== '',
  )
  const settings = check(SETTINGS, Object.fromEntries(given))
  return {
    run: {
      port: settings.PORT,
      host: settings.HOST,
      logLevel: settings.LOG_LEVEL,
      databaseUrl: settings.DATABASE_URL,
      accessTokenTtl: settings.ACCESS_TOKEN_TTL,
      publicUrl: settings.PUBLIC_URL?.replace(/\/+$/, ''),
      trustProxy: readTrustProxy(settings.TRUST_PROXY),
      corsOrigin: readOrigins(settings.CORS_ORIGIN),
      faultSeed: settings.FAULT_SEED,
      rates: readRates(settings.FAULT_RATES),
      delay: readDelay(settings.FAULT_DELAY),
      cacheMax: readCacheSize(settings.CACHE_SIZE),
      demoData: settings.DEMO_DATA,
      jwtSecret: readJwtSecret(readSecret('JWT_SECRET', env)),
      accounts: readAccounts(readSecret('ACCOUNTS', env)),
      boards: readBoards(settings, env),
    },
  }
}

function readFlags(args: readonly string[], own: readonly string[] = []): Flags {
  const names = [...Object.keys(SETTINGS.properties).map(flagOf), ...own]
  try {
    return parseArgs({
      args: [...args],
      options: {
        ...Object.fromEntries(names.map((name) => [name, { type: 'string' }] as const)),
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'v' },
      },
    }).values as Flags
  } catch (error) {
    throw new ConfigurationError((error as Error).message.split(/\.\s/)[0])
  }
}

/** Checks values against a schema; the first that is wrong is named with what it should be. */
function check<S extends TObject>(schema: S, data: object, coerceTypes = true): Static<S> {
  const values = structuredClone(data) as Static<S>
  // Ajv would first check the schema itself, which takes longer than all else that is done here.
  const ajv = new Ajv({ useDefaults: true, coerceTypes, validateSchema: false })
  const validate = ajv.compile(schema)
  if (validate(values)) return values
  const [first] = validate.errors ?? []
  const problem =
    first?.keyword === 'enum' ? `must be one of ${first.params.allowedValues.join(', ')}` : first?.message
  const [name = '', ...steps] = first?.instancePath.slice(1).split('/') ?? []
  const place = [name, ...steps].join('.')
  throw new ConfigurationError(`${place} ${problem} (${schema.properties[name]?.description})`)
}

function readTrustProxy(value: string): Config['trustProxy'] {
  if (value === 'true' || value === 'false') return value === 'true'
  const addresses = readList(value)
  try {
    // Libraries take a number for an address; people mean something else by it.
    if (addresses.length === 0 || addresses.some((address) => /^\d+$/.test(address))) throw new Error()
    compile(addresses)
  } catch {
    throw new ConfigurationError('TRUST_PROXY must be true, false, or a list of addresses')
  }
  return addresses
}

function readList(value: string): string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

function readOrigins(value: string): string | string[] {
  const origins = readList(value)
  if (origins.length === 0) throw new ConfigurationError('CORS_ORIGIN must name an origin')
  return origins.includes('*') ? '*' : origins
}

function readRates(value: string): Record<string, number> {
  const entries = value.split(',').filter((part) => part.trim() !== '')
  return Object.fromEntries(
    entries.map((entry) => {
      const [name = '', ...rates] = entry.split('=').map((part) => part.trim())
      const rate = rates.join('=')
      if (!FAULTS.some((fault) => fault.name === name)) {
        throw new ConfigurationError(
          `FAULT_RATES names an unknown fault '${name}'; there are ${FAULTS.map((fault) => fault.name).join(', ')}`,
        )
      }
      if (!/^(0(\.\d+)?|1(\.0+)?)$/.test(rate)) {
        throw new ConfigurationError(`FAULT_RATES must give '${name}' a rate between 0 and 1`)
      }
      return [name, Number(rate)]
    }),
  )
}

function readDelay(value: string): [number, number] {
  const [shortest = 0, longest = 0] = value.split('-').map(Number)
  if (shortest > longest) throw new ConfigurationError('FAULT_DELAY must name the least delay first')
  return [shortest, longest]
}

function readBoards(settings: Static<typeof SETTINGS>, env: NodeJS.ProcessEnv): BoardsOptions {
  // A proxy on the same machine brings others.
  const isLocal = isLoopback(settings.HOST) && settings.TRUST_PROXY === 'false'
  return {
    creators: settings.BOARDS ?? (isLocal ? 'open' : 'admin'),
    adminToken: readAdminToken(readSecret('ADMIN_TOKEN', env)),
    ttl: settings.BOARD_TTL,
    boardsMax: settings.BOARDS_MAX,
    quota: {
      tasks: settings.BOARD_TASKS,
      comments: settings.BOARD_COMMENTS,
      attachmentBytes: settings.BOARD_SIZE * MEBIBYTE,
    },
    rates: {
      board: settings.BOARD_RATE ?? (isLocal ? undefined : BOARD_RATE),
      address: settings.ADDRESS_RATE ?? (isLocal ? undefined : ADDRESS_RATE),
      boardsPerHour: settings.BOARDS_PER_HOUR ?? (isLocal ? undefined : BOARDS_PER_HOUR),
    },
    snapshotMax: settings.SNAPSHOT_MAX * MEBIBYTE,
    isLocal,
  }
}

/** Whether only this machine reaches an address (RFC 6890, section 2.2). */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))
}

function readAdminToken(value: string | undefined): string | undefined {
  if (value !== undefined && !/^[!-~]{16,}$/.test(value)) {
    throw new ConfigurationError(
      'ADMIN_TOKEN must have at least 16 characters, all of them ASCII and none a space',
    )
  }
  return value
}

/** What is kept lies on the heap, which ends the process when it is full. */
function readCacheSize(mebibytes: number): number {
  const max = Math.floor(getHeapStatistics().heap_size_limit / 2 / MEBIBYTE)
  if (mebibytes > max) {
    throw new ConfigurationError(
      `CACHE_SIZE must be <= ${max}, half of the heap; node --max-old-space-size makes it larger`,
    )
  }
  return mebibytes * MEBIBYTE
}

/** A secret from the environment, or from the file that `<NAME>_FILE` names. */
function readSecret(name: string, env: NodeJS.ProcessEnv): string | undefined {
  const file = env[`${name}_FILE`]
  const value = env[name]
  if (file === undefined || file === '') return value === '' ? undefined : value
  if (value !== undefined && value !== '')
    throw new ConfigurationError(`${name} and ${name}_FILE exclude one another`)
  try {
    return readFileSync(file, 'utf8').trimEnd()
  } catch (error) {
    throw new ConfigurationError(`${name}_FILE cannot be read: ${(error as Error).message}`)
  }
}

function readJwtSecret(value: string | undefined): string | undefined {
  if (value !== undefined && Buffer.byteLength(value) < SECRET_BYTES_MIN) {
    throw new ConfigurationError(`JWT_SECRET must have at least ${SECRET_BYTES_MIN} bytes`)
  }
  return value
}

function readAccounts(value: string | undefined): readonly Account[] {
  if (value === undefined) return DEFAULT_ACCOUNTS
  let accounts: unknown
  try {
    accounts = JSON.parse(value)
  } catch {
    throw new ConfigurationError('ACCOUNTS must be JSON')
  }
  const { ACCOUNTS } = check(AccountsSetting, { ACCOUNTS: accounts }, false)
  if (new Set(ACCOUNTS.map(({ username }) => username)).size < ACCOUNTS.length) {
    throw new ConfigurationError('ACCOUNTS must not name an account twice')
  }
  return ACCOUNTS
}
