import { parseArgs } from 'node:util'
import type { Static } from '@sinclair/typebox'
import { type Account, DEFAULT_ACCOUNTS } from './auth/accounts.js'
import { type BoardsOptions, LOCAL_BOARD_HOST } from './boards/options.js'
import { readAccounts, readAdminToken, readJwtSecret } from './config-secrets.js'
import {
  ConfigurationError,
  parseValues,
  readBoardPorts,
  readCacheSize,
  readDelay,
  readHosts,
  readOrigins,
  readPublicUrl,
  readRates,
  readTrustProxy,
} from './config-values.js'
import type { Edition } from './editions/edition.js'
import { EDITIONS } from './editions/index.js'
import { isLoopback } from './http/request-host.js'
import { ADDRESS_RATE, BOARD_RATE, BOARDS_PER_HOUR, MEBIBYTE } from './limits.js'
import { flagOf, SETTINGS } from './settings.js'

export { ConfigurationError }

export interface Config {
  port: number
  host: string
  logLevel: string
  databaseUrl: string
  edition: Edition
  accessTokenTtl: number
  publicUrl: string | undefined
  trustProxy: boolean | string[]
  corsOrigin: string | string[]
  allowedHosts: string[]
  faultSeed: number | undefined
  rates: Record<string, number>
  delay: [number, number]
  /** The maximum size of the response cache in bytes. */
  cacheMax: number
  demoData: boolean
  jwtSecret: string | undefined
  accounts: readonly Account[]
  boards: BoardsOptions
}

/** The flag that can be given several times. Its values are joined with commas. */
const REPEATABLE = flagOf('BOARD_PORT')

/** The flags of the command line, by name. */
type Flags = Record<string, string | string[] | boolean | undefined>

/** The parsed command line: either run with a configuration, or print the help text or the version. */
export type Command = { run: Config } | { print: 'help' | 'version' }

/**
 * Reads the configuration from environment variables and flags. A flag overrides its environment variable.
 *
 * @param args the arguments of the command line
 * @param own the names of the flags that only this command has; their values are returned as `flags`
 * @throws ConfigurationError if a value is not valid or a flag is unknown
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
  const given = [...names.map((name) => [name, env[name]] as const), ...fromFlags]
    .map(([name, value]) => [name, Array.isArray(value) ? value.join() : value] as const)
    .filter(([, value]) => value !== undefined && String(value).trim() !== '')
  const settings = parseValues(SETTINGS, Object.fromEntries(given))
  const accounts = readAccounts(env)
  return {
    run: {
      port: settings.PORT,
      host: settings.HOST,
      logLevel: settings.LOG_LEVEL,
      databaseUrl: settings.DATABASE_URL,
      edition: EDITIONS.find(({ name }) => name === settings.EDITION) as Edition,
      accessTokenTtl: settings.ACCESS_TOKEN_TTL,
      publicUrl: settings.PUBLIC_URL && readPublicUrl(settings.PUBLIC_URL),
      trustProxy: readTrustProxy(settings.TRUST_PROXY),
      corsOrigin: readOrigins(settings.CORS_ORIGIN),
      allowedHosts: readHosts(settings.ALLOWED_HOSTS),
      faultSeed: settings.FAULT_SEED,
      rates: readRates(settings.FAULT_RATES),
      delay: readDelay(settings.FAULT_DELAY),
      cacheMax: readCacheSize(settings.CACHE_SIZE),
      demoData: settings.DEMO_DATA,
      jwtSecret: readJwtSecret(env),
      accounts,
      boards: readBoards(settings, env, accounts !== DEFAULT_ACCOUNTS),
    },
  }
}

function readFlags(args: readonly string[], own: readonly string[] = []): Flags {
  const names = [...Object.keys(SETTINGS.properties).map(flagOf), ...own]
  try {
    return parseArgs({
      args: [...args],
      options: {
        ...Object.fromEntries(names.map((name) => [name, { type: 'string', multiple: name === REPEATABLE }] as const)),
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'v' },
      },
    }).values as Flags
  } catch (error) {
    throw new ConfigurationError(explainFlag((error as Error).message))
  }
}

/** Shortens an error message of `parseArgs`, and rewords the message for a flag without a value. */
function explainFlag(message: string): string {
  const [, flag] = /^Option '(?:-\w, )?(--[\w-]+).* argument /.exec(message) ?? []
  return flag === undefined ? (message.split(/\.\s/)[0] as string) : `${flag} must have a value: ${flag}=<value>`
}

function readBoards(
  settings: Static<typeof SETTINGS>,
  env: NodeJS.ProcessEnv,
  hasSecretAccounts: boolean,
): BoardsOptions {
  // With a trusted proxy on this machine, requests can come from other machines.
  const isLocal = isLoopback(settings.HOST) && settings.TRUST_PROXY === 'false'
  return {
    creators: settings.BOARDS ?? (isLocal ? 'open' : 'admin'),
    adminToken: readAdminToken(env),
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
      loginFailures: hasSecretAccounts ? settings.LOGIN_FAILURES : undefined,
    },
    snapshotMax: settings.SNAPSHOT_MAX * MEBIBYTE,
    boardHost: settings.BOARD_HOST?.toLowerCase() ?? (isLocal ? LOCAL_BOARD_HOST : undefined),
    boardsOnly: settings.BOARDS_ONLY,
    boardPorts: readBoardPorts(settings.BOARD_PORT),
    isLocal,
  }
}
