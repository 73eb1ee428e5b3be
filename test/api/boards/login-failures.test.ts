import t, { type Test } from 'tap'
import { createBoard } from '../../kit/board.js'
import { startService } from '../../kit/helper.js'

const LOGIN = 'POST /api/v2/auth/login'
const ACCOUNTS = [
  { username: 'ada', password: 'engine-1843', role: 'ADMIN' },
  { username: 'grace', password: 'compiler-1952', role: 'USER' },
] as const
const RIGHT = { username: 'ada', password: 'engine-1843' }
const WRONG = { username: 'ada', password: 'engine-1844' }

/** Starts a service that allows three failed logins per minute. */
async function startLimited(t: Test) {
  const service = await startService(t, { accounts: ACCOUNTS, loginFailures: 3, trustProxy: true })
  return {
    service,
    login: (credentials: object, { address = '192.0.2.1', send = service.send } = {}) =>
      send(LOGIN, { json: credentials, headers: { 'x-forwarded-for': address } }),
  }
}

t.test('returns 429 after too many failed logins, for right and wrong passwords alike (decision 64)', async (t) => {
  const { login } = await startLimited(t)
  for (let count = 0; count < 3; count++) t.equal((await login({ ...WRONG, username: `name-${count}` })).status, 401)
  t.equal((await login(RIGHT)).status, 200, 'three failures do not hinder a correct login')
  for (const credentials of [WRONG, RIGHT, { ...RIGHT, username: 'nobody' }]) {
    const { status, headers, json } = await login(credentials)
    t.equal(status, 429)
    t.match(json.message, /^Too many requests with a wrong username or password, try again in \d+ s$/)
    t.match(headers, { 'ratelimit-limit': '3', 'ratelimit-remaining': '0', 'cache-control': 'no-store' })
    t.equal(headers['ratelimit-reset'], headers['retry-after'])
    t.ok(Number(headers['retry-after']) > 0 && Number(headers['retry-after']) <= 60)
    t.match(headers['access-control-expose-headers'], /RateLimit-Reset/)
    t.equal(headers['www-authenticate'], undefined)
  }
})

t.test('the failed logins of one address to one board do not limit others (decision 64)', async (t) => {
  const { service, login } = await startLimited(t)
  const { send } = await createBoard(service)
  for (let count = 0; count < 10; count++) await login(WRONG)
  t.equal((await login(RIGHT)).status, 429)
  t.equal((await login(RIGHT, { address: '192.0.2.2' })).status, 200)
  t.equal((await login(RIGHT, { send })).status, 200)
})

t.test('new boards do not allow an address to guess passwords without limit (decision 64)', async (t) => {
  const { service, login } = await startLimited(t)
  const boards = await Promise.all(Array.from({ length: 11 }, () => createBoard(service)))
  for (const { send } of boards.slice(0, 10)) {
    for (let count = 0; count < 3; count++) t.equal((await login(WRONG, { send })).status, 401)
  }
  const last = boards.at(-1)
  t.match(await login(RIGHT, last), { status: 200 })
  t.equal((await login(WRONG, last)).status, 429)
  t.equal((await login(WRONG, { ...last, address: '192.0.2.2' })).status, 401)
})

t.test('correct logins and invalid requests do not count as failed logins (decision 64)', async (t) => {
  const { login } = await startLimited(t)
  for (let count = 0; count < 10; count++) {
    t.equal((await login(RIGHT)).status, 200)
    t.equal((await login({ username: 'ada' })).status, 400)
  }
  t.equal((await login(WRONG)).status, 401)
})

t.test('simultaneous failed logins count one by one (decision 64)', async (t) => {
  const { login } = await startLimited(t)
  const replies = await Promise.all(Array.from({ length: 20 }, () => login(WRONG)))
  t.equal(replies.filter(({ status }) => status === 401).length, 3)
  t.equal(replies.filter(({ status }) => status === 429).length, 17)
})

t.test('configured accounts allow 30 failed logins per minute (decision 64)', async (t) => {
  const { send } = await startService(t, { accounts: ACCOUNTS })
  for (let count = 0; count < 30; count++) t.equal((await send(LOGIN, { json: WRONG })).status, 401)
  t.equal((await send(LOGIN, { json: WRONG })).status, 429)
  t.equal((await send(LOGIN, { json: RIGHT })).status, 429)
})

t.test('the failed logins of the published accounts are not limited (decision 64)', async (t) => {
  const { send } = await startService(t)
  for (let count = 0; count < 100; count++) {
    t.equal((await send(LOGIN, { json: { username: 'admin', password: 'wrong' } })).status, 401)
  }
})
