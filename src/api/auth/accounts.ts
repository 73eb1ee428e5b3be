import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { PASSWORD_MAX } from '../../contract/limits.js'
import type { Role } from '../../contract/schemas/auth.js'

export interface Account {
  username: string
  password: string
  role: Role
}

/** The default accounts. They are public, because the service is a practice target (decision 29). */
export const DEFAULT_ACCOUNTS: readonly [Account, ...Account[]] = [
  { username: 'admin', password: 'admin123', role: 'ADMIN' },
  { username: 'user', password: 'user123', role: 'USER' },
  { username: 'testuser', password: 'test123', role: 'USER' },
]

/** The maximum length of a password in UTF-16 units. A code point has one or two. */
const UNITS_MAX = 2 * PASSWORD_MAX

/**
 * Creates the lookup of accounts. Passwords are in the configuration as plain text, so a slow hash would protect
 * nothing. The hashes have equal lengths, so that the comparison takes constant time (decision 63).
 */
export function createAccounts(accounts: readonly Account[]) {
  const known = new Map(
    accounts.map(({ username, password, role }) => [username, { role, hash: hash('sha256', password, 'buffer') }]),
  )
  const unknown = { role: undefined, hash: randomBytes(32) }

  return {
    /** Returns the role of an account, or `undefined` if the account does not exist. */
    roleOf: (username: string) => known.get(username)?.role,
    /** Returns the role of the account with these credentials. Unknown names take as long as known ones (decision 34). */
    verify(username: string, password: string): Role | undefined {
      if (password.length > UNITS_MAX) return undefined
      const account = known.get(username) ?? unknown
      return timingSafeEqual(hash('sha256', password, 'buffer'), account.hash) ? account.role : undefined
    },
  }
}

export type Accounts = ReturnType<typeof createAccounts>
