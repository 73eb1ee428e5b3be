import { type Config, ConfigurationError, readConfig } from '../config/config.js'
import { isObject } from '../contract/bodies.js'
import { SECRET_NAMES, SETTING_NAMES } from '../settings.js'
import type { TaskBoardOptions } from './types.js'

/** The settings that an option sets, by the name of the option. */
const SETTING_OF: { [Name in keyof Omit<TaskBoardOptions, 'clock' | 'settings'>]-?: string } = {
  port: 'PORT',
  host: 'HOST',
  databaseUrl: 'DATABASE_URL',
  rates: 'FAULT_RATES',
  seed: 'FAULT_SEED',
  delay: 'FAULT_DELAY',
  demoData: 'DEMO_DATA',
  accounts: 'ACCOUNTS',
  accessTokenTtl: 'ACCESS_TOKEN_TTL',
  logLevel: 'LOG_LEVEL',
}

const DEFAULTS = { PORT: '0', DATABASE_URL: 'sqlite::memory:', LOG_LEVEL: 'silent', BOARDS: 'open' }

/** @throws ConfigurationError if a value is not an object with options */
export function requireObject<T extends object>(what: string, value: T): T {
  if (!isObject(value)) {
    throw new ConfigurationError(`${what} must be an object`)
  }
  return value
}

/**
 * Reads the options of the library. They are validated as settings, so both have the same rules.
 *
 * @throws ConfigurationError if an option or a setting is unknown, or its value is not valid
 */
export function readOptions(given: TaskBoardOptions): Config {
  const { clock, settings = {}, ...options } = requireObject('The options', given)
  requireObject("The option 'settings'", settings)
  for (const name of Object.keys(options)) {
    if (!Object.hasOwn(SETTING_OF, name)) throw new ConfigurationError(`The option '${name}' is unknown`)
  }
  for (const name of Object.keys(settings)) {
    if (![...SETTING_NAMES, ...SECRET_NAMES].includes(name)) {
      throw new ConfigurationError(`The setting '${name}' is unknown`)
    }
  }
  if (clock !== undefined && typeof clock !== 'function') {
    throw new ConfigurationError("The option 'clock' must be a function")
  }
  const { rates, delay, accounts, ...plain } = options
  if (delay !== undefined && !Array.isArray(delay)) {
    throw new ConfigurationError("The option 'delay' must be a list of two numbers")
  }
  const values = Object.entries({
    ...plain,
    rates: rates && Object.entries(rates).map(([name, rate]) => `${name}=${rate}`),
    delay: delay?.join('-'),
    accounts: accounts && JSON.stringify(accounts),
  }).map(([name, value]) => [SETTING_OF[name as keyof typeof SETTING_OF], value] as const)
  const entries = [...Object.entries(settings), ...values].filter(([, value]) => value !== undefined)
  return readConfig({}, { ...DEFAULTS, ...Object.fromEntries(entries.map(([name, value]) => [name, String(value)])) })
}
