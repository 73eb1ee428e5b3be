import { setTimeout as sleep } from 'node:timers/promises'
import { inspect } from 'node:util'
import t from 'tap'
import { openStore } from '../../src/rooms/open-store.js'
import { createOwner } from '../../src/rooms/storage/lock.js'
import { endHolder, takeOwnership, tryPostgresLock } from '../../src/rooms/storage/postgres/lock.js'
import { openSession } from '../../src/rooms/storage/postgres/session.js'
import { emptyDatabase } from '../kit/database.js'
import { longTest } from '../kit/long-test.js'
import { pending } from '../kit/pending.js'
import { observe } from '../rooms/storage/fixture.js'
import { BOARD } from '../rooms/store/contract/shared.js'
import { expectNothing, UNAVAILABLE } from '../rooms/store/observed-store.js'
import { startProxy } from './proxy.js'
import { execute, findFreePort } from './server.js'
import { connect, create, NOW, open, retry } from './stores.js'

const SERVES = /: Process \d+ on \S+, since \S+Z, serves it\. One process serves a database: /

/** The session that holds the lock of a schema. */
const HOLDER = `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid =
  (hashtext(current_schema())::bigint & 4294967295)`

t.test('a second store of a schema is refused, and one of another schema is not', async (t) => {
  const url = await emptyDatabase()
  const store = await open(t, url)
  await t.rejects(openStore(url, {}, NOW), { message: SERVES })
  await create(await open(t, await emptyDatabase()))
  await create(store)
  await store.close()
  t.equal((await (await open(t, url)).countTasks(BOARD)).totalTasks, 1)
})

t.test('who lost the lock cannot commit: commits run in its session', async (t) => {
  const url = await emptyDatabase()
  const store = await open(t, url)
  const other = await connect(t, url)
  await other.query('CREATE TABLE writer (backend int)')
  await other.query(`
    CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN INSERT INTO writer VALUES (pg_backend_pid()); RETURN NEW; END $$`)
  await other.query('CREATE TRIGGER note BEFORE INSERT ON item FOR EACH ROW EXECUTE FUNCTION note()')
  await create(store)
  t.strictSame((await other.query('SELECT DISTINCT backend AS pid FROM writer')).rows, (await other.query(HOLDER)).rows)
})

t.test('a store takes the lock again after its session has ended, if no other store had it', async (t) => {
  const url = await emptyDatabase()
  const proxy = await startProxy(t, url)
  const losses: Error[] = []
  const store = await open(t, proxy.url, { onLost: (error) => losses.push(error) })
  await create(store)
  // Nothing listens there.
  proxy.redirect(await findFreePort())
  /** The write that fails, the lost session, and a new connection that fails. */
  const reasons = new Set<unknown>()
  for (; reasons.size < 3; await sleep(10)) await create(store).catch(({ cause }) => reasons.add(cause))
  // More reads than connections that are open.
  const reads = Array.from({ length: 20 }, () => store.countTasks(BOARD))
  for (const read of await Promise.allSettled(reads)) t.match(read, { status: 'rejected', reason: UNAVAILABLE })
  proxy.redirect(Number(new URL(url).port))
  await retry(() => create(store))
  t.equal((await store.countTasks(BOARD)).totalTasks, 2)
  t.equal(store.confirm(), undefined)
  t.strictSame(losses, [])
})

t.test('a store that cannot read the owner after it has its lock again releases the lock', async (t) => {
  const url = await emptyDatabase()
  const impatient = new URL(url)
  impatient.searchParams.set('lock_timeout', '100')
  const store = await open(t, impatient.href)
  const other = await connect(t, url)
  await other.query('BEGIN; LOCK TABLE owner')
  await execute(url, `SELECT pg_terminate_backend(pid) FROM (${HOLDER}) AS holder`)
  const isLocked = (error: Error) => inspect(error).includes('lock timeout')
  while (!(await create(store).then(() => false, isLocked))) await sleep(10)
  await other.query('COMMIT')
  await retry(() => create(store))
})

t.test('the error with which the server ends a session does not prove that it exists', async (t) => {
  const url = await emptyDatabase()
  const session = await openSession(url)
  t.teardown(() => session.close())
  const [pid] = session.backend.split(' ')
  const confirmed = session.query('SELECT pg_sleep(20)').catch((error) => {
    t.match(error, UNAVAILABLE)
    return session.confirm()
  })
  await Promise.all([t.rejects(confirmed, UNAVAILABLE), execute(url, `SELECT pg_terminate_backend(${pid})`)])
})

t.test('a store ends its old session, and none that has the same process id at another time', async (t) => {
  const url = await emptyDatabase()
  const [holder, other] = [await openSession(url), await openSession(url)]
  t.teardown(() => other.close())
  // Its connection keeps the process alive; an idle session does not.
  await connect(t, url)
  t.ok(await tryPostgresLock(holder))
  await endHolder(other, holder.backend.replace(/ .*/, ' 1843'))
  await holder.query('SELECT 1')
  await endHolder(other, holder.backend)
  await holder.ended
})

t.test('a message names no process that has stopped', async (t) => {
  const url = await emptyDatabase()
  await (await open(t, url)).close()
  const session = await openSession(url)
  t.teardown(() => session.close())
  t.ok(await tryPostgresLock(session))
  await t.rejects(openStore(url, {}, NOW), { message: /: Another process serves it\. / })
})

t.test('a starting store whose session ends takes the lock again, although an earlier owner is named', async (t) => {
  const url = await emptyDatabase()
  await (await open(t, url)).close()
  await execute(url, "INSERT INTO owner (token, host, process, since) VALUES ('earlier', 'host', 1843, 'now')")
  const losses: Error[] = []
  const events = { ...observe(), onLost: (error: Error) => losses.push(error) }
  const ownership = await takeOwnership(url, { owner: createOwner(), wait: NOW, events }, openSession)
  t.teardown(() => ownership.close())
  const other = await connect(t, url)
  const { ended } = ownership.session()
  await other.query(`SELECT pg_terminate_backend(pid) FROM (${HOLDER}) AS holder`)
  await ended
  while (losses.length === 0 && (await other.query(HOLDER)).rowCount === 0) await sleep(10)
  t.strictSame(losses, [])
})

t.test('a store that has lost the database to another one refuses everything', async (t) => {
  const url = await emptyDatabase()
  const proxy = await startProxy(t, url)
  const { promise: lost, resolve: report } = pending<Error>()
  const first = await open(t, proxy.url, { onLost: report })
  await create(first)
  proxy.isBlocked = true
  await execute(url, `SELECT pg_terminate_backend(pid) FROM (${HOLDER}) AS holder`)
  const second = await open(t, url, {})
  await create(second)
  proxy.isBlocked = false
  t.match(await lost, { message: /^The database names another owner: / })
  await t.rejects(create(first), UNAVAILABLE)
  await expectNothing(t, first)
  t.equal((await second.countTasks(BOARD)).totalTasks, 2)
})

t.test('a store shows nothing more than 5 seconds after the last statement that its session answered', async (t) => {
  const url = await emptyDatabase()
  const proxy = await startProxy(t, url)
  const store = await open(t, proxy.url)
  await create(store)
  const other = await connect(t, url)
  const [{ pid }] = (await other.query(HOLDER)).rows
  const start = performance.now()
  proxy.isFirstBlocked = true
  const holds = async () => (await other.query(HOLDER)).rows.some((row) => row.pid === pid)
  let last = start
  // The readers still answer.
  while (await holds()) {
    // The service asks before it shows what it has in memory.
    const isShown = await store
      .countTasks(BOARD)
      .then(() => store.confirm())
      .then(
        () => true,
        () => false,
      )
    if (isShown && (await holds())) last = performance.now()
  }
  t.ok(last - start > 1000 && last - start < 5500, `shown for ${last - start} ms`)
  await retry(() => create(store))
  t.ok(performance.now() - start < 15_000, 'the lock is taken again')
})

longTest('an answer to a statement sent more than 5 seconds ago does not prove a session', async (t) => {
  const session = await openSession(await emptyDatabase())
  t.teardown(() => session.close())
  const [, proof] = await Promise.all([
    session.query('SELECT pg_sleep(7.5)'),
    sleep(7000).then(async () => {
      await session.confirm()
      return session.confirm()
    }),
  ])
  t.equal(proof, undefined)
})
