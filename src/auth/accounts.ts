import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { Role } from '../schemas/auth.js'

export interface Account {
  username: string
  password: string
  role: Role
}

export interface Accounts {
  /** Returns the role of an account, or `undefined` if the account does not exist. */
  roleOf(username: string): Role | undefined
  /** Returns the role of the account with these credentials. Unknown names take as long as known ones (decision 34). */
  verify(username: string, password: string): Promise<Role | undefined>
}

/** The default accounts. They are public, because the service is a practice target (decision 29). */
export const DEFAULT_ACCOUNTS: readonly [Account, ...Account[]] = [
  { username: 'admin', password: 'admin123', role: 'ADMIN' },
  { username: 'user', password: 'user123', role: 'USER' },
  { username: 'testuser', password: 'test123', role: 'USER' },
]

interface Hashed {
  salt: Buffer
  hash: Buffer
}

const HASH_BYTES = 32
const hash = promisify<string, Buffer, number, Buffer>(scrypt)

/**
 * Creates the lookup of accounts. Passwords are compared by their scrypt hashes (RFC 7914). The first login computes
 * the hashes of all accounts, so the duration of a login does not depend on the username.
 */
export function createAccounts(accounts: readonly Account[]): Accounts {
  const roles = new Map(accounts.map(({ username, role }) => [username, role]))
  const unknown: Hashed = { salt: randomBytes(16), hash: randomBytes(HASH_BYTES) }
  let hashes: Promise<Map<string, Hashed>> | undefined

  return {
    roleOf: (username) => roles.get(username),
    async verify(username, password) {
      hashes ??= hashAll(accounts)
      const account = (await hashes).get(username) ?? unknown
      const given = await hash(password, account.salt, HASH_BYTES)
      return timingSafeEqual(given, account.hash) ? roles.get(username) : undefined
    },
  }
}

async function hashAll(accounts: readonly Account[]): Promise<Map<string, Hashed>> {
  const entries = accounts.map(async ({ username, password }) => {
    const salt = randomBytes(16)
    return [username, { salt, hash: await hash(password, salt, HASH_BYTES) }] as const
  })
  return new Map(await Promise.all(entries))
}
