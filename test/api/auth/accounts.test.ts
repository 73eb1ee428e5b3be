import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import t, { type Test } from 'tap'
import { createAccounts } from '../../../src/api/auth/accounts.js'
import { startService } from '../../kit/helper.js'

const LOGIN = 'POST /api/v2/auth/login'
const LONGEST = '🔑'.repeat(1024)
const ACCOUNTS = [
  { username: 'ada', password: 'engine-1843', role: 'ADMIN' },
  { username: 'grace', password: LONGEST, role: 'USER' },
] as const

/** The functions of Node that hash or compare secrets. */
const COSTLY = ['createHash', 'createHmac', 'hash', 'pbkdf2', 'scrypt', 'scryptSync', 'timingSafeEqual'] as const

/** Counts the calls of these functions until the end of the test. */
function countCalls(t: Test): (work: () => unknown) => string[] {
  let calls: string[] = []
  for (const name of COSTLY) {
    t.intercept(crypto, name, {
      value: new Proxy(crypto[name], {
        apply(target, self, args) {
          calls.push(name)
          return Reflect.apply(target, self, args)
        },
      }),
    })
  }
  syncBuiltinESMExports()
  t.teardown(syncBuiltinESMExports)
  return (work) => {
    calls = []
    work()
    return calls
  }
}

t.test('every login does the same cheap work, whether or not the account exists (decisions 34 and 63)', async (t) => {
  const callsOf = countCalls(t)
  const { verify } = createAccounts(ACCOUNTS)
  for (const [username, password, role] of [
    ['ada', 'engine-1843', 'ADMIN'],
    ['ada', 'wrong', undefined],
    ['ada', '', undefined],
    ['Ada', 'engine-1843', undefined],
    ['nobody', 'engine-1843', undefined],
    ['constructor', 'wrong', undefined],
  ] as const) {
    const calls = callsOf(() => t.equal(verify(username, password), role, `${username} ${password}`))
    t.strictSame(calls, ['hash', 'timingSafeEqual'])
  }
})

t.test('a password that is too long is refused without hashing (decision 63)', async (t) => {
  const callsOf = countCalls(t)
  const { verify } = createAccounts(ACCOUNTS)
  t.equal(verify('grace', LONGEST), 'USER')
  for (const username of ['grace', 'nobody']) {
    const calls = callsOf(() => t.equal(verify(username, `${LONGEST}x`), undefined))
    t.strictSame(calls, [])
  }
})

t.test('a login with a password of any length gets the same 401 (decisions 34 and 63)', async (t) => {
  const { send } = await startService(t, { accounts: ACCOUNTS })
  for (const [username, password] of [
    ['grace', `${LONGEST}x`],
    ['ada', 'x'.repeat(1_000_000)],
    ['x'.repeat(1_000_000), 'engine-1843'],
  ]) {
    const { status, json } = await send(LOGIN, { json: { username, password } })
    t.strictSame([status, json.message], [401, 'Invalid username or password'])
  }
  t.equal((await send(LOGIN, { json: { username: 'grace', password: LONGEST } })).status, 200)
})
