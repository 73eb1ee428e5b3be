import t from 'tap'
import { lastingDatabase } from '../database.js'
import { startService } from '../helper.js'
import { refresh, startOn, startWithSecret, statusOfMe } from './helper.js'

t.test('tokens stay valid after a restart, and logouts stay in effect (decisions 30 and 33)', async (t) => {
  const database = await lastingDatabase(t)
  const before = await startOn(t, database)
  const [active, ended] = [await before.login(), await before.login()]
  await before.send('POST /api/v2/auth/logout', { token: ended.token })
  await before.app.close()
  const after = await startOn(t, database)
  t.equal(await statusOfMe(after, active.token), 200)
  t.equal((await refresh(after, active.refreshToken)).status, 200)
  t.equal(await statusOfMe(after, ended.token), 403)
  t.equal((await refresh(after, ended.refreshToken)).status, 403)
})

t.test('a second service on the same database accepts the tokens of the first (decision 30)', async (t) => {
  const database = await lastingDatabase(t)
  const [one, two] = [await startOn(t, database), await startOn(t, database)]
  const { token, refreshToken } = await one.login()
  t.equal(await statusOfMe(two, token), 200)
  const refreshed = (await refresh(two, refreshToken)).json
  t.equal(await statusOfMe(one, refreshed.token), 200)
  await two.send('POST /api/v2/auth/logout', { token })
  t.equal(await statusOfMe(one, refreshed.token), 403)
})

t.test('two deployments refuse the tokens of one another, even with the same key (decisions 30 and 33)', async (t) => {
  const shared = [await startWithSecret(t), await startWithSecret(t)] as const
  const separate = [await startService(t), await startService(t, { faultSeed: 1 })] as const
  for (const [one, two] of [shared, separate]) {
    const { token, refreshToken } = await one.login()
    t.equal(await statusOfMe(two, token), 403)
    t.equal((await refresh(two, refreshToken)).status, 403)
    t.equal(await statusOfMe(one, token), 200)
  }
})

t.test('a configured key and the stored key do not accept the tokens of one another (decision 30)', async (t) => {
  const database = await lastingDatabase(t)
  const stored = await startOn(t, database)
  const configured = await startOn(t, database, { jwtSecret: 'another key, which has 32 bytes or more' })
  const [fromStored, fromConfigured] = [await stored.login(), await configured.login()]
  t.equal(await statusOfMe(configured, fromStored.token), 403)
  t.equal(await statusOfMe(stored, fromConfigured.token), 403)
  t.equal(await statusOfMe(stored, fromStored.token), 200)
  t.equal(await statusOfMe(configured, fromConfigured.token), 200)
})

t.test('a token of a removed account, or with a former role, is refused (decision 45)', async (t) => {
  const database = await lastingDatabase(t)
  const before = await startOn(t, database)
  const [removed, demoted] = [await before.login('user', 'user123'), await before.login()]
  await before.app.close()
  const accounts = [{ username: 'admin', password: 'new', role: 'USER' as const }]
  const after = await startOn(t, database, { accounts })
  t.equal(await statusOfMe(after, removed.token), 403)
  t.equal((await refresh(after, removed.refreshToken)).status, 403)
  t.equal(await statusOfMe(after, demoted.token), 403)
  t.equal((await after.send('DELETE /api/v2/tasks', { token: demoted.token })).status, 403)
})
