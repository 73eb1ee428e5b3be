/** What every database does. `npm test -- postgres` runs these tests on PostgreSQL. */
import t, { type Test } from 'tap'
import { copyStorage } from '../../../src/rooms/storage/copy.js'
import { SCHEMA_VERSION } from '../../../src/rooms/storage/sql.js'
import { deletedKey, type Key, profileKey, ROOMS, type Storage } from '../../../src/rooms/storage/storage.js'
import { emptyDatabase, IS_POSTGRES, lastingDatabase } from '../../kit/database.js'
import {
  all,
  blob,
  board,
  execute,
  item,
  listIds,
  observe,
  open,
  putBlob,
  readTexts,
  room,
  UNAVAILABLE,
} from './fixture.js'

const openEmpty = async (t: Test) => open(t, await emptyDatabase())

/** Statements that make a database refuse items: those with the id `late` at the end of the commit. */
const REFUSING = IS_POSTGRES
  ? [
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$`,
      `CREATE TRIGGER soon BEFORE INSERT ON item FOR EACH ROW WHEN (new.id = 'soon') EXECUTE FUNCTION refuse()`,
      `CREATE CONSTRAINT TRIGGER late AFTER INSERT ON item DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
       WHEN (new.id = 'late') EXECUTE FUNCTION refuse()`,
    ]
  : [
      `CREATE TRIGGER soon BEFORE INSERT ON item WHEN new.id = 'soon' BEGIN SELECT RAISE(ABORT, 'refused'); END`,
      'CREATE TABLE late (id TEXT REFERENCES owner (token) DEFERRABLE INITIALLY DEFERRED)',
      `CREATE TRIGGER late BEFORE INSERT ON item WHEN new.id = 'late' BEGIN INSERT INTO late VALUES ('none'); END`,
    ]

/** Opens a database that refuses some items. */
async function openRefusing(t: Test): Promise<Storage> {
  const url = await lastingDatabase(t)
  await (await open(t, url)).close()
  await execute(url, ...REFUSING)
  return open(t, url)
}

t.test('puts, replaces and deletes items', async (t) => {
  const storage = await openEmpty(t)
  await storage.write({ items: [item('task', 1, '"a"'), item('task', 2, '"b"'), item('comment', 1, '"ü\\u0000𝄞"')] })
  t.strictSame(await readTexts(storage), ['comment 1 "ü\\u0000𝄞"', 'task 1 "a"', 'task 2 "b"'])
  await storage.write({ items: [item('task', 1, '"c"'), item('task', 2, null), item('task', 9, null)] })
  t.strictSame(await readTexts(storage), ['comment 1 "ü\\u0000𝄞"', 'task 1 "c"'])
  t.strictSame(await readTexts(storage, 'other'), [])
})

t.test('deletes kinds of a scope, puts parts, and then puts items', async (t) => {
  const storage = await openEmpty(t)
  const items = [item('task', 1), item('tasks', 1), item('task', 1, '{}', 'other')]
  await storage.write({ items })
  await putBlob(storage, blob('old'))
  await storage.write({ items: [{ ...blob('old'), value: '{}' }] })
  await putBlob(storage, blob('new'))
  await storage.write({
    cleared: [{ scope: 'board', kinds: ['task', 'file'], parts: [2, 3].map((id) => [item('task', id)]) }],
    items: [item('task', 3, '"changed"')],
  })
  t.strictSame(await readTexts(storage), ['task 2 {}', 'task 3 "changed"', 'tasks 1 {}'])
  t.same(await all(storage.listBlobs('board')), [blob('new')], 'bytes that were put before their item stay')
  t.strictSame(await readTexts(storage, 'other'), ['task 1 {}'])
})

t.test('reads many items, and large ones, in slices of limited size', async (t) => {
  const storage = await openEmpty(t)
  const small = Array.from({ length: 2500 }, (_, index) => item('small', index + 1))
  const large = Array.from({ length: 9 }, (_, index) => item('large', index + 1, JSON.stringify('x'.repeat(300_000))))
  // In UTF-8, these are three times as long, and do not fit into one slice.
  const wide = Array.from({ length: 9 }, (_, index) => item('wide', index + 1, JSON.stringify('€'.repeat(12_000))))
  await storage.write({ items: [...small, ...large, ...wide] })
  const sizes: number[] = []
  const ids: string[] = []
  for await (const slice of storage.readItems('board')) {
    sizes.push(slice.length)
    ids.push(...slice.map(({ kind, id }) => `${kind} ${id}`))
  }
  t.strictSame(sizes.slice(0, 8), Array(8).fill(1))
  t.equal(Math.max(...sizes), 500)
  t.strictSame(
    ids,
    [...large, ...small, ...wide].map(({ kind, id }) => `${kind} ${id}`),
  )
})

t.test('reads single items', async (t) => {
  const storage = await openEmpty(t)
  await storage.write({ items: [room('a'), room('b', '{"a":1}'), board('b', '{"name":"ü\\u0000𝄞"}')] })
  t.equal(await storage.readItem(room('a')), '{}')
  t.equal(await storage.readItem(room('b')), '{"a":1}')
  t.equal(await storage.readItem(board('b')), '{"name":"ü\\u0000𝄞"}')
  t.equal(await storage.readItem(board('a')), undefined)
})

t.test('a commit of several slices is stored as a whole, or not at all', async (t) => {
  const storage = await openRefusing(t)
  const large = (value: string) =>
    Array.from({ length: 6 }, (_, index) => item('task', index + 1, JSON.stringify(value.repeat(400_000))))
  for (const id of ['soon', 'late']) {
    await t.rejects(storage.write({ items: [...large('a'), item('task', id)] }), UNAVAILABLE)
    t.strictSame(await readTexts(storage), [])
  }
  await storage.write({ items: large('b') })
  t.equal((await readTexts(storage)).length, 6)
})

t.test('stores bytes, and deletes them with their item', async (t) => {
  const storage = await openEmpty(t)
  const bytes = Buffer.from([0, 1, 255])
  await putBlob(storage, blob('a'), bytes)
  await putBlob(storage, blob('b'), Buffer.alloc(0))
  await storage.write({ items: [{ ...blob('a'), value: '{}' }] })
  t.same(Buffer.from((await storage.readBlob(blob('a'))) ?? []), bytes)
  t.equal((await storage.readBlob(blob('b')))?.length, 0)
  t.same(await all(storage.listBlobs('board')), [blob('a'), blob('b')])
  await storage.write({ items: [{ ...blob('a'), value: null }] })
  t.equal(await storage.readBlob(blob('a')), undefined)
})

/** What marks the scope of a profile as deleted. */
const deleted = (profile: Key) => ({ ...deletedKey(profile), value: '{}' })

t.test('the sweep deletes what was deleted, and at the start bytes without items', async (t) => {
  const storage = await openEmpty(t)
  const items = Array.from({ length: 1001 }, (_, index) => item('task', index + 1, '{}', 'deleted'))
  for (const scope of ['kept', 'deleted']) {
    await putBlob(storage, blob('used', scope))
    await putBlob(storage, blob('unused', scope))
    items.push({ ...blob('used', scope), value: '{}' })
  }
  items.push(item('setting', 1, '{}', 'room/gone'), item('setting', 1, '{}', 'room/kept'))
  await storage.write({ items: [...items, deleted(board('deleted')), deleted(room('gone'))] })
  await storage.sweep(false)
  for (const scope of ['deleted', 'room/gone', 'service/deleted']) t.strictSame(await readTexts(storage, scope), [])
  t.same(await all(storage.listBlobs('deleted')), [])
  t.strictSame(await readTexts(storage, 'room/kept'), ['setting 1 {}'])
  t.equal((await all(storage.listBlobs('kept'))).length, 2)
  await storage.sweep(true)
  t.same(await all(storage.listBlobs('kept')), [blob('used', 'kept')])
})

t.test('a storage keeps everything when it is closed and opened again', async (t) => {
  const url = await lastingDatabase(t)
  const events = observe()
  const first = await open(t, url, events)
  const written = [room('room'), item('task', 1)].map((row) => first.write({ items: [row] }))
  const put = putBlob(first, blob('a'))
  const closed = first.close()
  await t.rejects(putBlob(first, blob('a')), UNAVAILABLE)
  await t.rejects(first.ping(), UNAVAILABLE)
  await Promise.all([...written, put])
  await closed
  const second = await open(t, url, events)
  await second.ping()
  t.strictSame(await readTexts(second), ['task 1 {}'])
  t.strictSame(events.seen, [])
})

t.test('refuses the tables of other versions', async (t) => {
  const url = await lastingDatabase(t)
  const storage = await open(t, url)
  await storage.write({ items: [item('task', 1)] })
  await storage.close()
  for (const [version, message] of [
    [102, /has schema version 102 of a newer version of the service/],
    [100, /has schema version 100, which no release had/],
    [11, /has schema version 11: start version 2 of the service once/],
  ] as const) {
    await execute(url, `UPDATE schema_version SET version = ${version}`)
    await t.rejects(open(t, url), message)
  }
  await execute(url, `UPDATE schema_version SET version = ${SCHEMA_VERSION}`)
  t.strictSame(await readTexts(await open(t, url)), ['task 1 {}'], 'nothing has changed')
})

t.test('copies everything into an empty database', async (t) => {
  const from = await openEmpty(t)
  await putBlob(from, blob('used'), Buffer.from('bytes'))
  await putBlob(from, blob('used', 'room/room'), Buffer.from('bytes'))
  await from.write({
    items: [
      ...[room('room'), room('single', '{"name":"A"}'), board('board'), board('single')],
      ...[item('task', 1), item('task', 1, '{"a":1}', 'single')],
      ...['board', 'room/room'].map((scope) => ({ ...blob('used', scope), value: '{}' })),
    ],
  })
  const to = await open(t, await lastingDatabase(t))
  await to.write({ items: [item('task', 1, '{}', 'rest'), deleted(board('rest'))] })
  t.strictSame(await copyStorage(from, to), { rooms: 2, boards: 2, items: 4, blobs: 2 })
  for (const scope of ['board', 'single', 'room/room', 'service/rooms', 'service/boards', 'service/deleted', 'rest']) {
    t.strictSame(await readTexts(to, scope), await readTexts(from, scope))
  }
  t.equal(Buffer.from((await to.readBlob(blob('used'))) ?? []).toString(), 'bytes')
  await t.rejects(copyStorage(from, to), /is not empty/)
})

t.test('what a copy that failed has left is deleted by the next one', async (t) => {
  const from = await openEmpty(t)
  await from.write({ items: [room('a'), board('a'), item('task', 1, '{}', 'a'), item('name', 1, '{}', 'room/a')] })
  const to = await open(t, await lastingDatabase(t))
  const readItems = (scope: string) => {
    if (scope === 'a') throw new Error('It fails')
    return from.readItems(scope)
  }
  await t.rejects(copyStorage({ ...from, readItems }, to), /It fails/)
  t.strictSame(await listIds(to, ROOMS), [])
  t.strictSame(await readTexts(to, 'room/a'), ['name 1 {}'])
  await from.write({ items: [{ ...profileKey(ROOMS, 'a'), value: null }, item('name', 1, null, 'room/a')] })
  t.strictSame(await copyStorage(from, to), { rooms: 0, boards: 1, items: 1, blobs: 0 })
  t.strictSame(await readTexts(to, 'room/a'), [])
})
