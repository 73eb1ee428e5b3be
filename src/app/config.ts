import { DEFAULT_ACCOUNTS } from '../api/auth/accounts.js'
import { ADDRESS_RATE, BOARD_COMMENTS, BOARD_RATE, BOARDS_PER_HOUR } from '../contract/limits.js'
import { hostOf, isLoopback, localUrlHost } from '../http/request-target.js'
import type { BoardQuotas } from '../rooms/board/values.js'
import { readSecret, SECRETS } from './config-secrets.js'
import { isPublicHost } from './public-host.js'
import { ConfigurationError, find, type OptionsOf, readSetting, type Setting, type Source } from './setting.js'
import { REMOVED_SETTINGS, SETTINGS } from './settings.js'

/** The options that settings and secrets set. */
export type Config = ReturnType<typeof readConfig>

type Read = (setting: Setting, sources: readonly Source[]) => unknown

function readTable<Table extends Record<string, Setting>>(table: Table, read: Read, sources: readonly Source[]) {
  return Object.fromEntries(
    Object.entries(table).map(([key, setting]) => [key, read(setting, sources)]),
  ) as OptionsOf<Table>
}

/**
 * Reads all settings and secrets, and derives what depends on several of them.
 *
 * @param sources the sources of values, the one that takes precedence first; without any, the defaults apply
 * @throws ConfigurationError if a value is not valid
 */
export function readConfig(...sources: Source[]) {
  const settings = readTable(SETTINGS, readSetting, sources)
  const { accounts = DEFAULT_ACCOUNTS, ...secrets } = readTable(SECRETS, readSecret, sources)
  const { allowedHosts: listed, publicUrl } = settings
  if (settings.earlierPort !== undefined && settings.edition === 'earlier') {
    throw new ConfigurationError('EARLIER_PORT needs EDITION=current: the service offers the earlier edition already')
  }
  // Only programs on this machine can connect, but a proxy or a tunnel can be one of them.
  const isOnLoopback = isLoopback(settings.host) && settings.trustProxy === false
  const publicHosts = [...listed, ...hostOf(publicUrl)].filter((name) => isPublicHost(name.replace(/^\./, '')))
  const isLocal = isOnLoopback && publicHosts.length === 0
  return {
    ...settings,
    ...secrets,
    accounts,
    /** Whether only clients on this machine can reach the service. The default board then has no quotas and no rate limits. */
    isLocal,
    // Other names must not lead to a service on a loopback address (DNS rebinding).
    allowedHosts: isOnLoopback ? [...new Set([...listed, ...publicHosts])] : listed,
    creators: settings.creators ?? (isLocal ? 'open' : 'admin'),
    // Browsers and curl resolve the subdomains of localhost to this machine (RFC 6761, section 6.3).
    boardHost: settings.boardHost ?? (isLocal ? 'localhost' : undefined),
    boardRate: settings.boardRate ?? (isLocal ? undefined : BOARD_RATE),
    addressRate: settings.addressRate ?? (isLocal ? undefined : ADDRESS_RATE),
    boardsPerHour: settings.boardsPerHour ?? (isLocal ? undefined : BOARDS_PER_HOUR),
  }
}

/** Returns a warning that names the removed settings which sources give, or `undefined` if they give none. */
export function warnOfRemoved(...sources: Source[]): string | undefined {
  const names = REMOVED_SETTINGS.filter((name) => find(name, sources) !== undefined)
  return names.length === 0 ? undefined : `These settings do not exist any more and have no effect: ${names.join(', ')}`
}

/** Returns the quotas of boards. The default board has none if only clients on this machine can reach the service. */
export function createQuotas(config: Pick<Config, 'boardTasks' | 'boardBytes' | 'isLocal'>): BoardQuotas {
  const quota = { tasks: config.boardTasks, comments: BOARD_COMMENTS, attachmentBytes: config.boardBytes }
  return { private: quota, ...(!config.isLocal && { default: quota }) }
}

/** Returns the URL at which this machine reaches a service, without a slash at the end. */
export function localUrl(host: string, port: number): string {
  return `http://${localUrlHost(host)}:${port}`
}
