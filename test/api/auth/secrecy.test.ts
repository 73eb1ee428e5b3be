import { createHash } from 'node:crypto'
import { DatabaseSync } from '@photostructure/sqlite'
import t, { type Test } from 'tap'
import type { AppOptions } from '../../../src/app/app.js'
import { type Json, type Service, startService } from '../../kit/helper.js'
import { ACCOUNTS, JSON_TYPE, refresh, SECRET, startOn } from './helper.js'

const LOGIN = 'POST /api/v2/auth/login'
const REFRESH = 'POST /api/v2/auth/refresh'
const LOGOUT = 'POST /api/v2/auth/logout'
const ME = 'GET /api/v2/auth/me'

/** A logger that collects every line, down to the level trace. */
function collectLog() {
  const lines: string[] = []
  const stream = { write: (line: string) => void lines.push(line) }
  return { logger: { level: 'trace', stream } satisfies AppOptions['logger'], lines }
}

/** Calls every operation of authentication, with valid and invalid input; returns all tokens that were issued. */
async function useAuthentication(service: Service): Promise<string[]> {
  const { send } = service
  const tokens: string[] = []
  const collect = ({ token, refreshToken }: Json) => tokens.push(token, refreshToken)
  for (const { username, password } of ACCOUNTS) {
    const first = await service.login(username, password)
    const second = (await refresh(service, first.refreshToken)).json
    collect(first)
    collect(second)
    await send('GET /api/v2/tasks', { token: first.token })
    await send('DELETE /api/v2/tasks', { token: second.token })
    await refresh(service, `${second.refreshToken}A`)
    await send(LOGOUT, { token: second.token })
    await send(ME, { token: first.token })
    const malformed = `{"username":"${username}","password":"${password}",}`
    await send(LOGIN, { body: malformed, headers: JSON_TYPE })
    await send(LOGIN, { json: { username: 5, password } })
    await send(LOGIN, { json: { username: 'nobody', password } })
    await send(REFRESH, { body: `{"refreshToken":"${second.refreshToken}"`, headers: JSON_TYPE })
    await send('GET /api/v2/nothing', { token: first.token })
  }
  return tokens
}

function hashesOf(secrets: string[]): string[] {
  return secrets.flatMap((secret) =>
    (['hex', 'base64', 'base64url'] as const).map((form) => createHash('sha256').update(secret).digest(form)),
  )
}

function assertAbsent(t: Test, text: string, secrets: string[]): void {
  for (const secret of new Set(secrets)) t.notOk(text.includes(secret), `${secret.slice(0, 8)}… is absent`)
}

const PASSWORDS = ACCOUNTS.map(({ password }) => password)

t.test('the log has no password, token, hash or key, down to the level trace (decision 29)', async (t) => {
  const { logger, lines } = collectLog()
  const service = await startService(t, { logger, jwtSecret: SECRET })
  const tokens = await useAuthentication(service)
  const log = lines.join('')
  t.match(log, '/api/v2/auth/login', 'the requests are logged')
  assertAbsent(t, log, [SECRET, ...PASSWORDS, ...tokens, ...hashesOf(tokens)])
})

t.test('the log of a failing store has no password and no token (decision 29)', async (t) => {
  const { logger, lines } = collectLog()
  const file = `${t.testdir()}/board.db`
  const service = await startOn(t, `sqlite:${file}`, { logger })
  const { token, refreshToken } = await service.login()
  const database = new DatabaseSync(file)
  database.exec('ALTER TABLE item RENAME TO lost')
  database.close()
  const json = { username: 'admin', password: 'admin123' }
  t.equal((await service.send(LOGIN, { json })).status, 503, 'another program has written')
  t.equal((await refresh(service, refreshToken)).status, 503)
  t.equal((await service.send(ME, { token })).status, 503)
  const log = lines.join('')
  t.match(log, 'request failed', 'the failures are logged')
  assertAbsent(t, log, ['admin123', token, refreshToken, ...hashesOf([token, refreshToken])])
})

t.test('every response of authentication has Cache-Control: no-store (decision 34)', async (t) => {
  const service = await startService(t)
  const { token, refreshToken } = await service.login()
  const headers = JSON_TYPE
  const cases: [status: number, request: string, options?: object][] = [
    [200, LOGIN, { json: { username: 'user', password: 'user123' } }],
    [400, LOGIN, { json: {} }],
    [400, LOGIN, { body: '{', headers }],
    [400, LOGIN],
    [400, `${LOGIN}?x=%`],
    [401, LOGIN, { json: { username: 'user', password: 'wrong' } }],
    [413, LOGIN, { json: { username: 'x'.repeat(1_100_000), password: 'x' } }],
    [415, LOGIN, { body: 'x', headers: { 'content-type': 'text/plain' } }],
    [200, REFRESH, { json: { refreshToken } }],
    [400, REFRESH, { json: {} }],
    [400, `${REFRESH}?x=%`],
    [403, REFRESH, { json: { refreshToken: 'unknown' } }],
    [200, ME, { token }],
    [200, ME.replace('GET', 'HEAD'), { token }],
    [400, `${ME}?x=%`],
    [403, ME],
    [403, LOGOUT],
    [400, LOGOUT, { token, body: '{', headers }],
    [200, LOGOUT, { token }],
  ]
  for (const [status, request, options] of cases) {
    const reply = await service.send(request, options)
    t.equal(reply.status, status, request)
    t.equal(reply.headers['cache-control'], 'no-store', `${status} ${request}`)
  }
})

t.test('only the 401 has WWW-Authenticate (decision 34)', async (t) => {
  const { send } = await startService(t)
  const json = { username: 'admin', password: 'wrong' }
  t.equal((await send(LOGIN, { json })).headers['www-authenticate'], 'Bearer')
  for (const request of ['GET /api/v2/tasks', ME, 'GET /api/v1/tasks']) {
    t.equal((await send(request)).headers['www-authenticate'], undefined, request)
  }
})
