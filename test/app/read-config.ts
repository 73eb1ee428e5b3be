import { Command } from 'commander'
import type { Test } from 'tap'
import { DEFAULT_ACCOUNTS } from '../../src/api/auth/accounts.js'
import { type Config, readConfig } from '../../src/app/config.js'
import { ConfigurationError } from '../../src/app/setting.js'
import { addAllSettings, givenSettings } from '../../src/commands/setting-flags.js'

export const DEFAULTS: Config = {
  port: 3000,
  host: '127.0.0.1',
  urlFile: undefined,
  logLevel: 'info',
  databaseUrl: 'sqlite:./data/board.db',
  edition: 'current',
  earlierPort: undefined,
  accessTokenTtl: 3600,
  publicUrl: undefined,
  trustProxy: false,
  corsOrigin: '*',
  allowedHosts: [],
  faultSeed: undefined,
  rates: {},
  delay: [2000, 5000],
  demoData: false,
  creators: 'open',
  boardHost: 'localhost',
  boardPorts: [],
  boardsOnly: false,
  boardTtl: 604_800,
  boardsMax: 10_000,
  boardsPerHour: undefined,
  boardTasks: 10_000,
  boardBytes: 33_554_432,
  memoryBytes: undefined,
  exchangesMax: 1_048_576,
  boardRate: undefined,
  addressRate: undefined,
  jwtSecret: undefined,
  adminToken: undefined,
  accounts: DEFAULT_ACCOUNTS,
  isLocal: true,
}

/** What differs if other machines can reach the service. */
export const PUBLIC: Partial<Config> = {
  creators: 'admin',
  boardHost: undefined,
  isLocal: false,
  boardRate: 500,
  addressRate: 2000,
  boardsPerHour: 100,
}

/** Reads the configuration from the flags of a command and the environment. */
export function read(args: string[], env: NodeJS.ProcessEnv = {}): Config {
  const command = addAllSettings(new Command()).exitOverride().parse(args, { from: 'user' })
  return readConfig(givenSettings(command.opts()), env)
}

/** Asserts that a configuration is refused in one line that names what is wrong; returns the line. */
export function assertRefused(t: Test, name: string, args: string[], env: NodeJS.ProcessEnv = {}): string {
  try {
    read(args, env)
  } catch (error) {
    const { message } = error as Error
    t.type(error, ConfigurationError)
    t.ok(message.includes(name), `'${message}' names ${name}`)
    t.notMatch(message, /[\r\n]/, `'${message}' is one line`)
    return message
  }
  t.fail(`${JSON.stringify({ args, env })} is accepted`)
  return ''
}
