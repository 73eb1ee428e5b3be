import type { FastifyRequest } from 'fastify'
import type { Role } from '../../contract/schemas/auth.js'
import type { Operations } from '../../rooms/board/operations.js'
import { createSessionId, type Session } from '../../rooms/board/sessions.js'
import type { Fork } from '../../rooms/board/version.js'
import type { DefectContext } from './defect.js'

/** What an access token says about its session. */
interface Claims {
  jti: string
  sub: string
  role: Role
}

/** Returns the payload of a token that is signed and has not expired; `undefined` for other tokens. */
export function verify({ server }: FastifyRequest, token: string): Claims | undefined {
  try {
    return server.jwt.verify<Claims>(token)
  } catch {
    return undefined
  }
}

/**
 * Gives a request the session that a token names.
 *
 * @param hasEnded whether the session must have ended. By default, it must not.
 */
export async function acceptToken({ request, store }: DefectContext, claims?: Claims, hasEnded = false): Promise<void> {
  const [id = ''] = claims?.jti.split('.') ?? []
  if (claims === undefined || ((await store.findSession(request.board.id, id)) === undefined) !== hasEnded) return
  request.session = { id, username: claims.sub, role: claims.role }
}

/** Starts another session of an account, as a login does. */
export function startSession(
  { createSession }: Operations,
  board: Fork,
  username: string,
  { expiresAt, now }: { expiresAt: string; now: string },
): { id: string } & Session {
  const id = createSessionId(now)
  createSession(board, id, { username, expiresAt }, now)
  return { id, username, expiresAt, generation: 0 }
}
