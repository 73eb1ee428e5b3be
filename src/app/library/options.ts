import { isObject } from '../../contract/parse.js'
import { type Config, readConfig, warnOfRemoved } from '../config.js'
import { SECRETS } from '../config-secrets.js'
import { ConfigurationError, type Setting } from '../setting.js'
import { REMOVED_SETTINGS, SETTINGS } from '../settings.js'
import type { TaskBoardOptions } from './types.js'

const { port, host, databaseUrl, rates, faultSeed: seed, delay, demoData, accessTokenTtl, logLevel } = SETTINGS
const { accounts } = SECRETS

/** The settings that have an option of their own, by its name. */
const NAMED = { port, host, databaseUrl, rates, seed, delay, demoData, accounts, accessTokenTtl, logLevel }

const KNOWN = [...Object.values<Setting>({ ...SETTINGS, ...SECRETS }).map(({ name }) => name), ...REMOVED_SETTINGS]

const DEFAULTS = { PORT: 0, DATABASE_URL: 'sqlite::memory:', LOG_LEVEL: 'silent', BOARDS: 'open' }

/** @throws ConfigurationError if a value is not an object with options */
export function requireObject<T extends object>(what: string, value: T): T {
  if (!isObject(value)) throw new ConfigurationError(`${what} must be an object`)
  return value
}

/**
 * Reads the options of the library. They have the rules of the settings.
 *
 * @throws ConfigurationError if an option or a setting is unknown, or its value is not valid
 */
export function readOptions(given: TaskBoardOptions): Config {
  const { clock, settings = {}, ...options } = requireObject('The options', given)
  requireObject("The option 'settings'", settings)
  for (const name of Object.keys(options)) {
    if (!Object.hasOwn(NAMED, name)) throw new ConfigurationError(`The option '${name}' is unknown`)
  }
  for (const name of Object.keys(settings)) {
    if (!KNOWN.includes(name)) throw new ConfigurationError(`The setting '${name}' is unknown`)
  }
  if (clock !== undefined && typeof clock !== 'function') {
    throw new ConfigurationError("The option 'clock' must be a function")
  }
  const named = Object.entries(options).map(([option, value]) => [NAMED[option as keyof typeof options].name, value])
  const config = readConfig(Object.fromEntries(named), settings, DEFAULTS)
  const warning = warnOfRemoved(settings)
  if (warning !== undefined) process.emitWarning(warning)
  return config
}
