/** What happens if the session of a storage, or its server, fails. */
import t, { type Test } from 'tap'
import { OutcomeUnknown, StoreUnavailable } from '../../src/contract/errors.js'
import { createRooms } from '../../src/rooms/rooms.js'
import { createStorage } from '../../src/rooms/storage/create-storage.js'
import { createOwner } from '../../src/rooms/storage/lock.js'
import { openStorage } from '../../src/rooms/storage/open-storage.js'
import { openDatabase } from '../../src/rooms/storage/postgres/open.js'
import { openSession, type Session } from '../../src/rooms/storage/postgres/session.js'
import { READ_ITEMS } from '../../src/rooms/storage/reads.js'
import { emptyDatabase } from '../kit/database.js'
import { create, newBoard, newRoom, titles } from '../rooms/fixture.js'
import {
  blob,
  board,
  item,
  listIds,
  type Observed,
  observe,
  open,
  readTexts,
  UNAVAILABLE,
} from '../rooms/storage/fixture.js'
import { startProxy } from './proxy.js'
import { execute, findPostgres, startPostgres } from './server.js'

const UNKNOWN = { message: /may have been stored/ }

/** Items that take several slices. */
const LARGE = [1, 2, 3, 4].map((id) => item('large', id, JSON.stringify('x'.repeat(600_000))))

/** Calls until a call succeeds. */
async function retry<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}

/** Resolves when the memory must be dropped. */
function forgetting(events: Observed): Promise<void> {
  return new Promise((resolve) => {
    const { onForget } = events
    events.onForget = () => {
      onForget()
      resolve()
    }
  })
}

/**
 * Opens a storage whose session ends at a statement.
 *
 * @param when whether the server runs the statement before
 */
async function openBreaking(t: Test, text: RegExp, when: 'before' | 'after') {
  const url = await emptyDatabase()
  await (await openStorage(url, observe())).close()
  const events = observe()
  let isArmed = false

  async function openBroken(host: string): Promise<Session> {
    const session = await openSession(host)
    return {
      ...session,
      async query(statement) {
        const isHit = isArmed && text.test(typeof statement === 'string' ? statement : statement.text)
        if (!isHit) return session.query(statement)
        isArmed = false
        if (when === 'after') await session.query(statement)
        await execute(url, `SELECT pg_terminate_backend(${session.backend.replace(/ .*/, '')})`)
        return session.query('SELECT 1')
      },
    }
  }

  const options = { owner: createOwner(), events, wait: { patience: 0 } }
  const storage = createStorage(await openDatabase(url, options, openBroken))
  t.teardown(() => storage.close())
  const arm = () => {
    isArmed = true
  }
  return { storage, events, arm }
}

for (const [name, text, when, isStored] of [
  ['before a small commit', /^WITH/, 'before', false],
  ['after a small commit', /^WITH/, 'after', true],
  ['before BEGIN', /^BEGIN/, 'before', false],
  ['after a slice', /^WITH/, 'after', false],
  ['before COMMIT', /^COMMIT/, 'before', false],
  ['after COMMIT', /^COMMIT/, 'after', true],
] as const) {
  t.test(`the outcome is unknown if the session ends ${name}, and the storage serves again`, async (t) => {
    const { storage, events, arm } = await openBreaking(t, text, when)
    const items = name.endsWith('small commit') ? [item('task', 1)] : LARGE
    await storage.write({ items: [item('task', 0)] })
    const forgotten = forgetting(events)
    arm()
    await t.rejects(storage.write({ items: [board('a'), ...items] }), UNKNOWN)
    await forgotten
    await retry(() => storage.ping())
    await retry(() => storage.write({ items: [item('task', 9)] }))
    t.strictSame(await listIds(storage), isStored ? ['a'] : [])
    const texts = await readTexts(storage)
    t.equal(texts.length, (isStored ? items.length : 0) + 2)
    t.notOk(events.seen.some((event) => event !== 'forget'))
  })
}

t.test('a small commit of items and bytes needs no transaction of several statements', async (t) => {
  const { storage, arm } = await openBreaking(t, /^BEGIN/, 'before')
  arm()
  await storage.write({ items: [item('task', 1)], blobs: [{ ...blob('a'), bytes: Buffer.from('a') }] })
  t.equal(Buffer.from((await storage.readBlob(blob('a'))) ?? []).toString(), 'a')
})

for (const when of ['before', 'after'] as const) {
  t.test(`boards are loaded again if the session ends ${when} a commit, and nobody knows its outcome`, async (t) => {
    const { storage, events, arm } = await openBreaking(t, /^WITH/, when)
    const rooms = createRooms(storage)
    events.onForget = rooms.forget
    await rooms.create([newRoom('a'), [newBoard('a', { fill: (fork) => create(fork, 'First') })]])
    const handle = await rooms.openBoard('a')
    const forgotten = forgetting(events)
    arm()
    const outcome = handle.write((fork) => create(fork, 'Second'))
    const read = handle.write(titles)
    await t.rejects(outcome, OutcomeUnknown)
    await t.rejects(read, OutcomeUnknown, 'its result depends on the same commit')
    await forgotten
    t.throws(() => handle.read(titles), StoreUnavailable)
    const again = await retry(async () => rooms.openBoard('a'))
    const stored = when === 'before' ? ['First'] : ['First', 'Second']
    t.strictSame(again.read(titles), stored)
    await again.write((fork) => create(fork, 'Third'))
    t.strictSame(again.read(titles), [...stored, 'Third'])
  })
}

t.test('a server that does not respond makes the outcome unknown', async (t) => {
  const proxy = await startProxy(t, await emptyDatabase())
  const url = new URL(proxy.url)
  url.searchParams.set('query_timeout', '300')
  const events = observe()
  const storage = await open(t, url.href, events)
  await storage.write({ items: [item('task', 1)] })
  proxy.isBlocked = true
  const forgotten = forgetting(events)
  await t.rejects(storage.write({ items: [item('task', 2)] }), UNKNOWN)
  await forgotten
  await t.rejects(storage.write({ items: [item('task', 3)] }), UNAVAILABLE)
  await t.rejects(storage.ping(), UNAVAILABLE)
  proxy.isBlocked = false
  await retry(() => storage.ping())
  await retry(() => storage.write({ items: [item('task', 4)] }))
  t.notOk((await readTexts(storage)).includes('task 3 {}'))
})

t.test('items are read by their key alone, also in a table that was never analysed', async (t) => {
  const url = await emptyDatabase()
  await (await open(t, url)).close()
  await execute(url, "INSERT INTO item SELECT 'board', 'task', i::text, '{}' FROM generate_series(1, 5000) AS i")
  const session = await openSession(url)
  t.teardown(session.close)
  const params = ['board', 'task', '1', 'board', 'task', '1']
  const plan = await session.read<{ 'QUERY PLAN': string }>(`EXPLAIN ${READ_ITEMS}`, params)
  const text = plan.map((row) => row['QUERY PLAN']).join('\n')
  t.match(text, /Index Scan using item_pkey/)
  t.notMatch(text, /Sort|Seq Scan|Bitmap/)
})

t.test('a server that stops costs what runs, and the storage serves again when it has started', async (t) => {
  const server = await startPostgres(findPostgres() as string)
  t.teardown(() => server.remove())
  const events = observe()
  const storage = await open(t, server.url, events)
  await storage.write({ items: [item('task', 1)] })
  await server.stop()
  await t.rejects(storage.write({ items: [item('task', 2)] }), UNAVAILABLE)
  await t.rejects(storage.ping(), UNAVAILABLE)
  t.strictSame(events.seen, ['forget'])
  await server.start()
  await retry(() => storage.ping())
  await storage.write({ items: [item('task', 3)] })
  t.strictSame(await readTexts(storage), ['task 1 {}', 'task 3 {}'])
})
