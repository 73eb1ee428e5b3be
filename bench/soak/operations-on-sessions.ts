import type { Operation, Worker } from './operation.js'

/** Operations on the session of a worker. While it has a session, the worker also calls v2. */
export function operationsOnSessions({ caller, onBreach }: Worker): Operation[] {
  async function logIn(): Promise<void> {
    const body = { username: 'user', password: 'user123' }
    caller.session = (await caller.call('POST /auth/login', 200, { variant: 'v2', body }))?.json
  }

  async function readAccount(): Promise<void> {
    if (caller.session === undefined) return logIn()
    const reply = await caller.call('GET /auth/me', 200, { variant: 'v2' })
    if (reply !== undefined && reply.json.username !== 'user') {
      onBreach(`the session of user belongs to ${reply.json.username}`)
    }
  }

  async function refresh(): Promise<void> {
    if (caller.session === undefined) return logIn()
    const { refreshToken } = caller.session
    // Without a response the token may already be used, so the worker drops the session first.
    caller.session = undefined
    const reply = await caller.call('POST /auth/refresh', 200, { variant: 'v2', body: { refreshToken } })
    caller.session = reply?.json
  }

  async function logOut(): Promise<void> {
    if (caller.session === undefined) return logIn()
    const headers = { authorization: `Bearer ${caller.session.token}` }
    caller.session = undefined
    if ((await caller.call('POST /auth/logout', 200, { variant: 'v2', headers })) === undefined) return
    await caller.call('GET /auth/me', 403, { variant: 'v2', headers })
  }

  return [
    [2, readAccount],
    [1, refresh],
    [1, logOut],
  ]
}
