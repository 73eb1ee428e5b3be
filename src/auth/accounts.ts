import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { Role } from '../schemas/auth.js'

export interface Account {
  username: string
  password: string
  role: Role
}

export interface Accounts {
  /** The role of an account, or `undefined` where there is no such account. */
  roleOf(username: string): Role | undefined
  /** The role of the account with these credentials; the same work for unknown names (decision 34). */
  verify(username: string, password: string): Promise<Role | undefined>
}

/** The published accounts of the practice target (decision 29). */
export const DEFAULT_ACCOUNTS: readonly [Account, ...Account[]] = [
  { username: 'admin', password: 'admin123', role: 'ADMIN' },
  { username: 'user', password: 'user123', role: 'USER' },
  { username: 'testuser', password: 'test123', role: 'USER' },
]

const HASH_BYTES = 32
const hash = promisify<string, Buffer, number, Buffer>(scrypt)

/**
 * Keeps accounts with the scrypt hashes of their passwords (RFC 7914), not the passwords. The hashes are made beside
 * everything else; a login before that waits for them.
 */
export function createAccounts(accounts: readonly Account[]): Accounts {
  const nobody = { role: undefined, salt: randomBytes(16), hash: randomBytes(HASH_BYTES) }
  const entries = accounts.map(({ username, password, role }) => {
    const salt = randomBytes(16)
    return [username, { role, salt, hash: hash(password, salt, HASH_BYTES) }] as const
  })
  const known = new Map(entries)

  return {
    roleOf: (username) => known.get(username)?.role,
    async verify(username, password) {
      const account = known.get(username) ?? nobody
      const given = await hash(password, account.salt, HASH_BYTES)
      return timingSafeEqual(given, await account.hash) ? account.role : undefined
    },
  }
}
