import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { DatabaseSync } from '@photostructure/sqlite'
import t, { type Test } from 'tap'
import type { AppOptions } from '../../src/app.js'
import { type Json, type Service, startService } from '../helper.js'
import { ACCOUNTS, refresh, SECRET, startOn } from './helper.js'

const JSON_TYPE = { 'content-type': 'application/json' }

/** A logger that keeps every line, down to the finest. */
function keepLog() {
  const lines: string[] = []
  const stream = { write: (line: string) => void lines.push(line) }
  return { logger: { level: 'trace', stream } satisfies AppOptions['logger'], lines }
}

/** Uses every auth endpoint, well and badly; returns every token that was given out. */
async function useAuthentication(service: Service): Promise<string[]> {
  const { send } = service
  const tokens: string[] = []
  const keep = ({ token, refreshToken }: Json) => tokens.push(token, refreshToken)
  for (const { username, password } of ACCOUNTS) {
    const first = await service.login(username, password)
    const second = (await refresh(service, first.refreshToken)).json
    keep(first)
    keep(second)
    await send('GET /api/v2/tasks', { token: first.token })
    await send('DELETE /api/v2/tasks', { token: second.token })
    await refresh(service, `${second.refreshToken}A`)
    await send('POST /api/v2/auth/logout', { token: second.token })
    await send('GET /api/v2/auth/me', { token: first.token })
    const malformed = `{"username":"${username}","password":"${password}",}`
    await send('POST /api/v2/auth/login', { body: malformed, headers: JSON_TYPE })
    await send('POST /api/v2/auth/login', { json: { username: 5, password } })
    await send('POST /api/v2/auth/login', { json: { username: 'nobody', password } })
    await send('POST /api/v2/auth/refresh', {
      body: `{"refreshToken":"${second.refreshToken}"`,
      headers: JSON_TYPE,
    })
    await send('GET /api/v2/nothing', { token: first.token })
  }
  return tokens
}

function hashesOf(secrets: string[]): string[] {
  return secrets.flatMap((secret) =>
    (['hex', 'base64', 'base64url'] as const).map((form) => createHash('sha256').update(secret).digest(form)),
  )
}

t.test('decision 29: passwords, tokens and hashes never appear in the log, down to trace', async (t) => {
  const { logger, lines } = keepLog()
  const service = await startService(t, { logger, jwtSecret: SECRET })
  const tokens = await useAuthentication(service)
  const log = lines.join('')
  t.match(log, '/api/v2/auth/login', 'the requests are logged')
  assertAbsent(t, log, [SECRET, ...ACCOUNTS.map(({ password }) => password), ...tokens, ...hashesOf(tokens)])
})

t.test('decision 29: the log of a failure of the store holds no password and no token', async (t) => {
  const { logger, lines } = keepLog()
  const file = `${t.testdir()}/board.db`
  const service = await startOn(t, `sqlite:${file}`, { logger })
  const { token, refreshToken } = await service.login()
  const database = new DatabaseSync(file)
  database.exec('ALTER TABLE session RENAME TO lost')
  database.close()
  const credentials = { username: 'admin', password: 'admin123' }
  t.equal((await service.send('POST /api/v2/auth/login', { json: credentials })).status, 500)
  t.equal((await refresh(service, refreshToken)).status, 500)
  t.equal((await service.send('GET /api/v2/auth/me', { token })).status, 500)
  const log = lines.join('')
  t.match(log, 'request failed', 'the failures are logged')
  assertAbsent(t, log, ['admin123', token, refreshToken, ...hashesOf([token, refreshToken])])
})

t.test('decision 32: tokens and passwords never appear in the database file', async (t) => {
  const file = `${t.testdir()}/board.db`
  const service = await startOn(t, `sqlite:${file}`)
  const tokens = await useAuthentication(service)
  const open = await service.login('testuser', 'test123')
  const secrets = [...ACCOUNTS.map(({ password }) => password), ...tokens, open.token, open.refreshToken]
  const running = bytesOf(file)
  t.match(running, 'testuser', 'the session is in the file')
  assertAbsent(t, running, secrets)
  await service.app.close()
  const closed = bytesOf(file)
  t.match(closed, 'testuser')
  assertAbsent(t, closed, secrets)
})

/** The bytes of a database and of the journals beside it. */
function bytesOf(file: string): string {
  return [file, `${file}-wal`, `${file}-shm`]
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, 'latin1'))
    .join('')
}

function assertAbsent(t: Test, haystack: string, secrets: string[]): void {
  for (const secret of new Set(secrets))
    t.notOk(haystack.includes(secret), `${secret.slice(0, 8)}… is absent`)
}

t.test('decision 29: the document names the published accounts, and no configured ones', async (t) => {
  const published = await startService(t)
  const text = JSON.stringify((await published.send('GET /api/v2/openapi.json')).json)
  for (const { username, password } of ACCOUNTS) t.match(text, `\`${username}\`/\`${password}\``)

  const accounts = [{ username: 'ada-lovelace', password: 'engine-1843', role: 'ADMIN' as const }]
  const configured = await startService(t, { accounts })
  for (const { name } of [{ name: 'v1' }, { name: 'v2' }, { name: 'buggy' }]) {
    const document = JSON.stringify((await configured.send(`GET /api/${name}/openapi.json`)).json)
    t.notOk(document.includes('ada-lovelace'), name)
    t.notOk(document.includes('engine-1843'), name)
  }
})

t.test('decision 34: every answer of an auth endpoint carries Cache-Control: no-store', async (t) => {
  const service = await startService(t)
  const { token, refreshToken } = await service.login()
  const headers = JSON_TYPE
  const large = 'x'.repeat(1_100_000)
  const login = 'POST /api/v2/auth/login'
  const cases: [status: number, request: string, options?: object][] = [
    [200, login, { json: { username: 'user', password: 'user123' } }],
    [400, login, { json: {} }],
    [400, login, { body: '{', headers }],
    [400, login],
    [401, login, { json: { username: 'user', password: 'wrong' } }],
    [413, login, { json: { username: large, password: 'x' } }],
    [415, login, { body: 'x', headers: { 'content-type': 'text/plain' } }],
    [200, 'POST /api/v2/auth/refresh', { json: { refreshToken } }],
    [400, 'POST /api/v2/auth/refresh', { json: {} }],
    [403, 'POST /api/v2/auth/refresh', { json: { refreshToken: 'unknown' } }],
    [200, 'GET /api/v2/auth/me', { token }],
    [200, 'HEAD /api/v2/auth/me', { token }],
    [403, 'GET /api/v2/auth/me'],
    [403, 'POST /api/v2/auth/logout'],
    [400, 'POST /api/v2/auth/logout', { token, body: '{', headers }],
    [200, 'POST /api/v2/auth/logout', { token }],
  ]
  for (const [status, request, options] of cases) {
    const answer = await service.send(request, options)
    t.equal(answer.status, status, request)
    t.equal(answer.headers['cache-control'], 'no-store', `${status} ${request}`)
  }
})

t.test('decision 34: only the 401 asks for credentials', async (t) => {
  const { send } = await startService(t)
  const json = { username: 'admin', password: 'wrong' }
  t.equal((await send('POST /api/v2/auth/login', { json })).headers['www-authenticate'], 'Bearer')
  for (const request of ['GET /api/v2/tasks', 'GET /api/v2/auth/me', 'GET /api/v1/tasks']) {
    t.equal((await send(request)).headers['www-authenticate'], undefined, request)
  }
})
