import { readFileSync } from 'node:fs'
import { type Account, DEFAULT_ACCOUNTS } from './auth/accounts.js'
import { ConfigurationError, check } from './config-values.js'
import { AccountsSetting } from './settings.js'

const SECRET_BYTES_MIN = 32

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

export function readAdminToken(env: NodeJS.ProcessEnv): string | undefined {
  const value = readSecret('ADMIN_TOKEN', env)
  if (value !== undefined && !/^[!-~]{16,}$/.test(value)) {
    throw new ConfigurationError(
      'ADMIN_TOKEN must have at least 16 characters, all of them ASCII and none a space',
    )
  }
  return value
}

export function readJwtSecret(env: NodeJS.ProcessEnv): string | undefined {
  const value = readSecret('JWT_SECRET', env)
  if (value !== undefined && Buffer.byteLength(value) < SECRET_BYTES_MIN) {
    throw new ConfigurationError(`JWT_SECRET must have at least ${SECRET_BYTES_MIN} bytes`)
  }
  return value
}

export function readAccounts(env: NodeJS.ProcessEnv): readonly Account[] {
  const value = readSecret('ACCOUNTS', env)
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
