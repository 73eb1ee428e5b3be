import { readFileSync } from 'node:fs'
import type { Account } from '../api/auth/accounts.js'
import { PASSWORD_MAX } from '../contract/limits.js'
import { isObject, parse } from '../contract/parse.js'
import type { Role } from '../contract/schemas/auth.js'
import { ConfigurationError, requireValid, type Setting, type Source } from './setting.js'
import { decodeText } from './text-file.js'

const SECRET_BYTES_MIN = 32

// Commands that need no schema start faster without TypeBox.
const ROLES = Object.keys({ ADMIN: true, USER: true } satisfies Record<Role, true>)

/** What the properties of an account must be. */
const ACCOUNT = {
  username: { type: 'string', minLength: 1 },
  password: { type: 'string', minLength: 1, maxLength: PASSWORD_MAX },
  role: { type: 'string', enum: ROLES },
}

/**
 * The secrets, by the names of the options that they set. They come from the environment or from a file. They have no
 * flags, because other users of the machine can see the flags of a process.
 */
export const SECRETS = {
  jwtSecret: {
    name: 'JWT_SECRET',
    schema: {
      description:
        'Key that signs access tokens, at least 32 bytes; by default a random key that is stored in the database',
    },
    to: requireJwtSecret,
  },
  adminToken: {
    name: 'ADMIN_TOKEN',
    schema: {
      description:
        'Bearer token of the administrator of private boards, at least 16 characters; by default there is no administrator',
    },
    to: requireAdminToken,
  },
  accounts: {
    name: 'ACCOUNTS',
    schema: {
      description:
        'Accounts of v2 as JSON: `[{"username": "ada", "password": "…", "role": "ADMIN"}]`; by default the published accounts',
    },
    to: readAccounts,
  },
} satisfies Record<string, Setting>

/**
 * Reads a secret from the first source that has it, as the value of its variable or as the path of a file in
 * `<name>_FILE`.
 *
 * @returns the option, or `undefined` if no source has the secret
 * @throws ConfigurationError if the secret is not valid, a source has both variables, or the file cannot be read
 */
export function readSecret<Option>({ name, to }: Setting<Option>, sources: readonly Source[]): Option | undefined {
  const value = sources.map((source) => findSecret(name, source)).find((secret) => secret !== undefined)
  return value === undefined ? undefined : to(value as never)
}

function findSecret(name: string, { [name]: value, [`${name}_FILE`]: file }: Source): unknown {
  const path = String(file ?? '').trim()
  if (path === '') return typeof value === 'string' ? value.replace(/^\ufeff|[\r\n]+$/g, '') || undefined : value
  if (value !== undefined && value !== '') throw new ConfigurationError(`${name} and ${name}_FILE cannot both be set`)
  try {
    return decodeText(readFileSync(path)).trimEnd()
  } catch (error) {
    throw new ConfigurationError(`${name}_FILE cannot be read: ${(error as Error).message}`)
  }
}

/** @throws ConfigurationError if the token is too short, is in quotes, or has characters that are not valid in a header */
function requireAdminToken(value: unknown): string {
  const token = String(value)
  if (!/^[!-~]{16,}$/.test(token)) {
    throw new ConfigurationError('ADMIN_TOKEN must be at least 16 printable ASCII characters without spaces')
  }
  // Docker and other tools pass on the quotes in a file of variables, but no client sends them.
  if (/^(["']).*\1$/.test(token)) throw new ConfigurationError('ADMIN_TOKEN must not be in quotes')
  return token
}

/** @throws ConfigurationError if the key is too short for HS256 (RFC 7518, section 3.2) */
function requireJwtSecret(value: unknown): string {
  const secret = String(value)
  if (Buffer.byteLength(secret) < SECRET_BYTES_MIN) {
    throw new ConfigurationError(`JWT_SECRET must be at least ${SECRET_BYTES_MIN} bytes long`)
  }
  return secret
}

/**
 * Reads the accounts of v2.
 *
 * @param value a list, or its JSON
 * @throws ConfigurationError if the value is not a list of accounts, or contains a username twice
 */
function readAccounts(value: unknown): readonly Account[] {
  const accounts = typeof value === 'string' ? parse(value) : value
  if (accounts === undefined) throw new ConfigurationError('ACCOUNTS must be valid JSON')
  if (!Array.isArray(accounts) || accounts.length === 0) {
    throw new ConfigurationError('ACCOUNTS must be a JSON array with at least one account')
  }
  for (const [index, account] of accounts.entries()) {
    const name = `ACCOUNTS[${index}]`
    if (!isObject(account)) throw new ConfigurationError(`${name} must be a JSON object`)
    for (const [key, schema] of Object.entries(ACCOUNT)) requireValid(`${name}.${key}`, schema, account[key])
  }
  if (new Set(accounts.map(({ username }) => username)).size < accounts.length) {
    throw new ConfigurationError('ACCOUNTS must not contain a username twice')
  }
  return accounts
}
