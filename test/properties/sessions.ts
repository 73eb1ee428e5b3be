import type { Service } from '../kit/helper.js'
import type { Caller } from './requests.js'

/** The published accounts (decision 29). */
const PASSWORDS = { admin: 'admin123', user: 'user123', testuser: 'test123' }
type Account = keyof typeof PASSWORDS

/** The sessions of the callers. */
export interface Sessions {
  /** The access token of a caller; `undefined` for a caller without one. */
  tokenOf(caller: Caller): Promise<string | undefined>
  /** A refresh token of a new session. */
  refreshToken(kind: 'live' | 'used'): Promise<string>
  /** Forgets the session of a caller after it has ended. */
  forget(caller: Caller): void
}

/** Starts sessions when they are first needed, because logging in is slow by design. */
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
