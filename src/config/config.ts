import { type Static, Type } from '@sinclair/typebox'
import { DEFAULT_ACCOUNTS } from '../auth/accounts.js'
import { type BoardsOptions, LOCAL_BOARD_HOST } from '../boards/options.js'
import { ADDRESS_RATE, BOARD_RATE, BOARDS_PER_HOUR, MEBIBYTE } from '../contract/limits.js'
import type { Edition } from '../editions/edition.js'
import { EDITIONS } from '../editions/index.js'
import { hostOf } from '../http/allowed-hosts.js'
import { isPublicHost } from '../http/public-host.js'
import { isLoopback, localUrlHost } from '../http/request-host.js'
import { SETTING_NAMES, SETTINGS, type SettingName } from '../settings.js'
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
import { checkDatabaseUrl } from './database-url.js'

export { ConfigurationError }

/** The configuration of the service. */
export type Config = ReturnType<typeof readConfig>

/** Settings that take precedence over environment variables, such as those of flags. */
export type GivenSettings = Partial<Record<SettingName, string | undefined>>

/**
 * Reads the configuration of the service.
 *
 * @throws ConfigurationError if a value is not valid
 */
export function readConfig(given: GivenSettings, env: NodeJS.ProcessEnv) {
  const settings = parseValues(SETTINGS, withEnvironment(SETTING_NAMES, given, env))
  const accounts = readAccounts(env)
  const host = readHost(settings.HOST)
  const publicUrl = settings.PUBLIC_URL && readPublicUrl(settings.PUBLIC_URL)
  const listed = readHosts(settings.ALLOWED_HOSTS)
  // Only programs on this machine can connect, but a proxy or a tunnel can be one of them.
  const isOnLoopback = isLoopback(host) && settings.TRUST_PROXY === 'false'
  const publicHosts = [...listed, ...hostOf(publicUrl)].filter((name) => isPublicHost(name.replace(/^\./, '')))
  const isLocal = isOnLoopback && publicHosts.length === 0
  return {
    port: settings.PORT,
    host,
    /** The file to which the service writes its URL. */
    urlFile: settings.URL_FILE,
    logLevel: settings.LOG_LEVEL as string,
    databaseUrl: checkDatabaseUrl('DATABASE_URL', settings.DATABASE_URL),
    edition: EDITIONS.find(({ name }) => name === settings.EDITION) as Edition,
    accessTokenTtl: settings.ACCESS_TOKEN_TTL,
    publicUrl,
    trustProxy: readTrustProxy(settings.TRUST_PROXY),
    corsOrigin: readOrigins(settings.CORS_ORIGIN),
    // Other names must not lead to a service on a loopback address (DNS rebinding).
    allowedHosts: isOnLoopback ? [...new Set([...listed, ...publicHosts])] : listed,
    faultSeed: settings.FAULT_SEED,
    rates: readRates(settings.FAULT_RATES),
    delay: readDelay(settings.FAULT_DELAY),
    /** The maximum size of the response cache in bytes. */
    cacheMax: readCacheSize(settings.CACHE_SIZE),
    demoData: settings.DEMO_DATA,
    jwtSecret: readJwtSecret(env),
    accounts,
    boards: readBoards(settings, env, isLocal, accounts !== DEFAULT_ACCOUNTS),
  }
}

/**
 * Reads DATABASE_URL alone, for commands that need no other setting.
 *
 * @throws ConfigurationError if the value is not valid
 */
export function readDatabaseUrl(given: GivenSettings, env: NodeJS.ProcessEnv): string {
  const schema = Type.Pick(SETTINGS, ['DATABASE_URL'])
  return checkDatabaseUrl(
    'DATABASE_URL',
    parseValues(schema, withEnvironment(['DATABASE_URL'], given, env)).DATABASE_URL,
  )
}

/**
 * Reads where a service on this machine listens, for commands that need no other setting.
 *
 * @returns the URL of HOST and PORT without a slash at the end, and the file with the URL of a running service
 * @throws ConfigurationError if a value is not valid
 */
export function readHealthUrl(given: GivenSettings, env: NodeJS.ProcessEnv): Pick<Config, 'urlFile'> & { url: string } {
  const names = ['HOST', 'PORT', 'URL_FILE'] as const
  const { HOST, PORT, URL_FILE } = parseValues(Type.Pick(SETTINGS, names), withEnvironment(names, given, env))
  return { url: localUrl(readHost(HOST), PORT), urlFile: URL_FILE }
}

/** Reads HOST. Brackets belong to addresses in URLs. */
function readHost(value: string): string {
  return value.toLowerCase().replace(/^\[(.*)\]$/, '$1')
}

/** Returns the URL at which this machine reaches a service, without a slash at the end. */
export function localUrl(host: string, port: number): string {
  return `http://${localUrlHost(host)}:${port}`
}

/**
 * Returns the values of settings. Blank values count as not set. Files of settings that Windows programs wrote leave a
 * carriage return or a byte order mark in a value; both are white space.
 */
function withEnvironment(names: readonly SettingName[], given: GivenSettings, env: NodeJS.ProcessEnv): object {
  const values = [...names.map((name) => [name, env[name]]), ...names.map((name) => [name, given[name]])]
  return Object.fromEntries(values.map(([name, value]) => [name, value?.trim()]).filter(([, value]) => value))
}

function readBoards(
  settings: Static<typeof SETTINGS>,
  env: NodeJS.ProcessEnv,
  isLocal: boolean,
  hasSecretAccounts: boolean,
): BoardsOptions {
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
    exchangesMax: settings.BOARD_EXCHANGES * 1024,
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
