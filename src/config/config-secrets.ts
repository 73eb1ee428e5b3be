import { readFileSync } from 'node:fs'
import { type Account, DEFAULT_ACCOUNTS } from '../auth/accounts.js'
import { AccountsSetting } from '../settings.js'
import { ConfigurationError, parseValues } from './config-values.js'
import { decodeText } from './text-file.js'

const SECRET_BYTES_MIN = 32

/**
 * Reads a secret from the environment variable `name`, or from the file at the path in `<name>_FILE`.
 *
 * @throws ConfigurationError if both are set, or if the file cannot be read
 */
function readSecret(name: string, env: NodeJS.ProcessEnv): string | undefined {
  const file = env[`${name}_FILE`]
  const value = env[name]
  if (file === undefined || file.trim() === '') return value?.replace(/^\ufeff|[\r\n]+$/g, '') || undefined
  if (value !== undefined && value !== '') throw new ConfigurationError(`${name} and ${name}_FILE cannot both be set`)
  try {
    return decodeText(readFileSync(file.trim())).trimEnd()
  } catch (error) {
    throw new ConfigurationError(`${name}_FILE cannot be read: ${(error as Error).message}`)
  }
}

/**
 * Reads the bearer token of the administrator.
 *
 * @throws ConfigurationError if the token is too short, is in quotes, or has characters that are not valid in a header
 */
export function readAdminToken(env: NodeJS.ProcessEnv): string | undefined {
  const value = readSecret('ADMIN_TOKEN', env)
  if (value !== undefined && !/^[!-~]{16,}$/.test(value)) {
    throw new ConfigurationError('ADMIN_TOKEN must be at least 16 printable ASCII characters without spaces')
  }
  // Docker and other tools pass on the quotes in a file of variables, but no client sends them.
  if (value !== undefined && /^(["']).*\1$/.test(value))
    throw new ConfigurationError('ADMIN_TOKEN must not be in quotes')
  return value
}

/**
 * Reads the key that signs access tokens.
 *
 * @throws ConfigurationError if the key is too short for HS256 (RFC 7518, section 3.2)
 */
export function readJwtSecret(env: NodeJS.ProcessEnv): string | undefined {
  const value = readSecret('JWT_SECRET', env)
  if (value !== undefined && Buffer.byteLength(value) < SECRET_BYTES_MIN) {
    throw new ConfigurationError(`JWT_SECRET must be at least ${SECRET_BYTES_MIN} bytes long`)
  }
  return value
}

/**
 * Reads the accounts of v2. The default is the published accounts.
 *
 * @throws ConfigurationError if ACCOUNTS is not a list of accounts, or contains a username twice
 */
export function readAccounts(env: NodeJS.ProcessEnv): readonly Account[] {
  const value = readSecret('ACCOUNTS', env)
  if (value === undefined) return DEFAULT_ACCOUNTS
  let accounts: unknown
  try {
    accounts = JSON.parse(value)
  } catch {
    throw new ConfigurationError('ACCOUNTS must be valid JSON')
  }
  const { ACCOUNTS } = parseValues(AccountsSetting, { ACCOUNTS: accounts }, false)
  if (new Set(ACCOUNTS.map(({ username }) => username)).size < ACCOUNTS.length) {
    throw new ConfigurationError('ACCOUNTS must not contain a username twice')
  }
  return ACCOUNTS
}
