import { BASE_PATH } from '../shared/base-path.js'
import { useStored } from '../shared/use-stored.js'

/** A v2 session. */
export interface Session {
  token: string
  refreshToken?: string | undefined
  username: string
  role: string
  /** When the access token expires, in milliseconds since 1970. */
  expiresAt: number
}

/** Stores the v2 session of this board. */
export function useSession() {
  return useStored<Session>(`session ${BASE_PATH}`)
}
