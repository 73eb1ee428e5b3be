import { BASE_PATH } from '../shared/base-path.js'
import { useStored } from '../shared/use-stored.js'

/** A session of v2. */
export interface Session {
  token: string
  refreshToken?: string | undefined
  username: string
  role: string
  /** When the access token expires, in milliseconds since 1970. */
  expiresAt: number
}

/** Keeps the session of v2 on this board. */
export function useSession() {
  return useStored<Session>(`session ${BASE_PATH}`)
}
