import { parse } from '../../../src/contract/parse.js'
import { useStored } from '../../shared/browser/use-stored.js'
import { BASE_PATH } from '../../shared/service/base-path.js'
import { type Exchange, pathOf } from './exchange.js'

/** A v2 session. */
export interface Session {
  token: string
  refreshToken?: string | undefined
  username: string
  role: string
  /** When the access token expires, in milliseconds since 1970. */
  expiresAt: number
}

/** The response to a v2 login or refresh. The earlier edition has fewer fields. */
interface TokenResponse {
  token: string
  refreshToken?: string
  username?: string
  role?: string
  expiresIn: number
}

/** Stores the v2 session of this board. */
export function useSession() {
  return useStored<Session>(`session ${BASE_PATH}`)
}

/**
 * Returns the session after a request of the user. The request sender can send logins, refreshes and logouts, too.
 *
 * @param token the access token of the session, if the request had it
 */
export function sessionAfter(
  session: Session | undefined,
  { method, path, status, sent, body }: Omit<Exchange, 'time'>,
  token: string | undefined,
): Session | undefined {
  if (method !== 'POST' || status !== 200) return session
  if (path === pathOf('v2', '/auth/login')) return toSession(body) ?? session
  if (path === pathOf('v2', '/auth/refresh')) {
    const used = parse<Partial<Session>>(sent?.text)?.refreshToken ?? session?.refreshToken
    // The refresh of another session does not concern this one.
    return session === undefined || used === session.refreshToken ? (toSession(body, session) ?? session) : session
  }
  const isEnded = path === pathOf('v2', '/auth/logout') && token !== undefined && token === session?.token
  return isEnded ? undefined : session
}

/** Returns the session in a response; `undefined` if it has no token. */
function toSession(body: string | undefined, before?: Session): Session | undefined {
  const response = parse<TokenResponse>(body)
  if (typeof response?.token !== 'string') return undefined
  const { token, refreshToken, username, role, expiresIn } = response
  return {
    token,
    refreshToken,
    username: username ?? before?.username ?? '',
    role: role ?? before?.role ?? '',
    expiresAt: Date.now() + expiresIn * 1000,
  }
}
