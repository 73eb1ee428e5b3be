import { createSessionId, type Session } from '../rooms/board/sessions.js'
import type { Store } from '../rooms/store.js'

/** Starts another session of an account, as a login does. */
export async function startSession(
  store: Store,
  board: string,
  username: string,
  { expiresAt, now }: { expiresAt: string; now: string },
): Promise<{ id: string } & Session> {
  const id = createSessionId(now)
  await store.createSession(board, id, { username, expiresAt }, now)
  return { id, username, expiresAt, generation: 0 }
}
