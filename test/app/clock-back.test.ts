import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import t, { type Test } from 'tap'
import { lastingDatabase } from '../kit/database.js'
import { startProcess } from '../kit/process.js'

const HOUR = 3_600_000

/** Loaded before the service. Shifts its clock by the number of milliseconds in a file. */
const CLOCK = `
  import { readFileSync } from 'node:fs'
  const now = Date.now
  Date.now = () => now() + Number(readFileSync(new URL('offset', import.meta.url), 'utf8'))
`

/** Starts the service with a clock that a test can shift by a number of milliseconds. */
async function startWithClock(t: Test, env: Record<string, string> = {}) {
  const directory = t.testdir({ 'clock.mjs': CLOCK, offset: '0' })
  const { send } = await startProcess(t, {
    env: {
      NODE_OPTIONS: `--import=${pathToFileURL(`${directory}/clock.mjs`)}`,
      DATABASE_URL: await lastingDatabase(t),
      ...env,
    },
  })
  return { send, setClock: (offset: number) => writeFileSync(`${directory}/offset`, String(offset)) }
}

t.test('process: timestamps and sessions survive a clock that goes back (decision 22)', async (t) => {
  const { send, setClock } = await startWithClock(t)
  const login = async () =>
    (await send('POST /api/v2/auth/login', { json: { username: 'user', password: 'user123' } })).json
  const isValid = async (token: string) => (await send('GET /api/v2/auth/me', { token })).status === 200

  const task = (await send('POST /api/v1/tasks', { json: { title: 'A task', status: 'TODO' } })).json
  const path = `/api/v1/tasks/${task.id}`
  const comment = (await send(`POST ${path}/comments`, { json: { text: 'A comment' } })).json
  const before = await login()
  const endsAt = Date.now() + before.expiresIn * 1000

  setClock(-2 * HOUR)
  const replaced = await send(`PUT ${path}`, { json: { title: 'Replaced', status: 'TODO' } })
  t.equal(replaced.json.updatedAt, task.updatedAt)
  const moved = await send(`POST ${path}/reorder`, { json: { targetStatus: 'DONE', targetIndex: 0 } })
  t.equal(moved.json.updatedAt, task.updatedAt)
  const rewritten = await send(`PUT ${path}/comments/${comment.id}`, { json: { text: 'Rewritten' } })
  t.equal(rewritten.json.updatedAt, comment.updatedAt)
  const later = (await send('POST /api/v1/tasks', { json: { title: 'Later', status: 'TODO' } })).json
  t.ok(later.createdAt < task.createdAt, 'a new task has the time of the clock')
  t.equal(later.id, task.id + 1)

  t.ok(await isValid(before.token), 'a token issued in the future is valid')
  const refresh = (refreshToken: string) => send('POST /api/v2/auth/refresh', { json: { refreshToken } })
  const refreshed = await refresh(before.refreshToken)
  t.equal(refreshed.status, 200, 'the token can be refreshed')
  t.ok(await isValid(refreshed.json.token))
  const during = await login()
  t.ok(await isValid(during.token), 'a new login works')

  setClock(0)
  t.ok(await isValid(before.token), 'neither another login nor the refresh has ended the session')
  const isExpired = during.expiresIn * 1000 < 2 * HOUR
  t.equal(await isValid(during.token), !isExpired, 'a token issued with the earlier clock expires at its time')
  t.equal((await refresh(during.refreshToken)).status, 200, 'its refresh token is valid')
  t.equal((await refresh(refreshed.json.refreshToken)).status, 200)

  setClock(endsAt - Date.now() + 10_000)
  t.notOk(await isValid(before.token), 'a token expires when the clock reaches its end')
})

t.test('process: a rate limit lasts as long as before when the clock goes back', async (t) => {
  const { send, setClock } = await startWithClock(t, { ADDRESS_RATE: '5' })
  const { id } = (await send('POST /boards')).json
  const path = `/b/${id}/api/v1/tasks`
  t.equal((await send(`GET ${path}`)).status, 200)
  setClock(-2 * HOUR)
  for (;;) {
    const replies = await Promise.all(Array.from({ length: 20 }, () => send(`GET ${path}`)))
    const refused = replies.find(({ status }) => status === 429)
    if (refused === undefined) continue
    t.equal(refused.headers['retry-after'], '1')
    break
  }
})
