import type { Service } from '../helper.js'
import type { Caller } from './requests.js'

/** The published accounts (decision 29). */
const PASSWORDS = { admin: 'admin123', user: 'user123', testuser: 'test123' }
type Account = keyof typeof PASSWORDS

/** The sessions of those who call. */
export interface Sessions {
  /** The access token with which a caller calls; `undefined` where there is none. */
  tokenOf(caller: Caller): Promise<string | undefined>
  /** A refresh token of a session of its own. */
  refreshToken(kind: 'live' | 'used'): Promise<string>
  /** Forgets a caller's session, because it has ended. */
  forget(caller: Caller): void
}

/** Starts sessions when they are first needed, because logging in is slow on purpose. */
export function createSessions(send: Service['send']): Sessions {
  const tokens = new Map<Account, string>()

  async function logIn(username: Account): Promise<{ token: string; refreshToken: string }> {
    return (await send('POST /api/v2/auth/login', { json: { username, password: PASSWORDS[username] } })).json
  }

  async function tokenOf(username: Account): Promise<string> {
    const token = tokens.get(username) ?? (await logIn(username)).token
    tokens.set(username, token)
    return token
  }

  return {
    async tokenOf(caller) {
      if (caller === 'nobody') return undefined
      if (caller !== 'forged') return tokenOf(caller)
      const [header, , signature] = (await tokenOf('user')).split('.')
      const claims = { sub: 'admin', role: 'ADMIN', exp: 2 ** 40, jti: 'a.b' }
      return [header, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.')
    },
    async refreshToken(kind) {
      const { refreshToken } = await logIn('testuser')
      if (kind === 'used') await send('POST /api/v2/auth/refresh', { json: { refreshToken } })
      return refreshToken
    },
    forget(caller) {
      if (caller === 'admin' || caller === 'user') tokens.delete(caller)
    },
  }
}
