/** What every database does. `npm run test:postgres` runs these tests on PostgreSQL. */
import t, { type Test } from 'tap'
import { copyStorage } from '../../../src/rooms/storage/copy.js'
import type { Changes, Storage } from '../../../src/rooms/storage/storage.js'
import { emptyDatabase, IS_POSTGRES, lastingDatabase } from '../../database.js'
import { all, blob, board, commit, execute, item, observe, open, readTexts, room, UNAVAILABLE } from './fixture.js'

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
      'CREATE TABLE late (id TEXT REFERENCES room (id) DEFERRABLE INITIALLY DEFERRED)',
      `CREATE TRIGGER late BEFORE INSERT ON item WHEN new.id = 'late' BEGIN INSERT INTO late VALUES ('none'); END`,
    ]

/** Opens a database that refuses some items. */
async function openRefusing(t: Test): Promise<Storage> {
  const url = await lastingDatabase(t)
  await (await open(t, url)).close()
  await execute(url, ...REFUSING)
  return open(t, url)
}

/** Commits changes, and returns the outcomes in the order in which they are known. */
async function commitAll(storage: Storage, ...commits: Changes[]): Promise<string[]> {
  const outcomes: string[] = []
  await Promise.allSettled(
    commits.map((changes, index) =>
      commit(storage, changes).then(
        () => outcomes.push(`${index} stored`),
        (error) => outcomes.push(`${index} ${error.statusCode}`),
      ),
    ),
  )
  return outcomes
}

t.test('puts, replaces and deletes items', async (t) => {
  const storage = await openEmpty(t)
  await commit(storage, { items: [item('task', 1, '"a"'), item('task', 2, '"b"'), item('comment', 1, '"ü\\u0000𝄞"')] })
  t.strictSame(await readTexts(storage), ['comment 1 "ü\\u0000𝄞"', 'task 1 "a"', 'task 2 "b"'])
  await commit(storage, { items: [item('task', 1, '"c"'), item('task', 2, null), item('task', 9, null)] })
  t.strictSame(await readTexts(storage), ['comment 1 "ü\\u0000𝄞"', 'task 1 "c"'])
  t.strictSame(await readTexts(storage, 'other'), [])
})

t.test('commits the last state of each key, and reports the outcomes in order', async (t) => {
  const storage = await openEmpty(t)
  const outcomes = await commitAll(
    storage,
    { boards: [board('board', { counts: '1' })], items: [item('task', 1, '1'), item('task', 2, '1')] },
    { boards: [board('board', { counts: '2' })], items: [item('task', 1, null), item('task', 3, '2')] },
    { items: [item('task', 3, '3'), item('task', 3, '4')] },
    {},
  )
  t.strictSame(outcomes, ['0 stored', '1 stored', '2 stored', '3 stored'])
  t.strictSame(await readTexts(storage), ['task 2 1', 'task 3 4'])
  t.match(await storage.readBoard('board'), { counts: '2' })
})

t.test('reads the items of a kind', async (t) => {
  const storage = await openEmpty(t)
  await commit(storage, { items: ['log', 'logs', 'lo'].flatMap((kind) => [item(kind, 1), item(kind, 2)]) })
  t.strictSame(
    (await all(storage.readItems('board', { kind: 'log' }))).map(({ kind, id }) => `${kind} ${Number(id)}`),
    ['log 1', 'log 2'],
  )
})

t.test('reads many items, and large ones, in slices of limited size', async (t) => {
  const storage = await openEmpty(t)
  const small = Array.from({ length: 2500 }, (_, index) => item('small', index + 1))
  const large = Array.from({ length: 9 }, (_, index) => item('large', index + 1, JSON.stringify('x'.repeat(300_000))))
  await commit(storage, { items: [...small, ...large] })
  const sizes: number[] = []
  const ids: string[] = []
  for await (const slice of storage.readItems('board')) {
    sizes.push(slice.length)
    ids.push(...slice.map(({ kind, id }) => `${kind} ${id}`))
  }
  t.strictSame(sizes.slice(0, 8), Array(8).fill(1))
  t.equal(Math.max(...sizes), 1000)
  t.strictSame(
    ids,
    [...large, ...small].map(({ kind, id }) => `${kind} ${id}`),
  )
})

t.test('stores rooms and boards with all their columns', async (t) => {
  const storage = await openEmpty(t)
  const time = '2026-11-29T13:00:00Z'
  const other = room('other', {
    ...{ join_code: 'ABC', secret_hash: 'h', name: null, expires_at: time, deleted_at: time, settings: '{"a":1}' },
  })
  const second = board('second', {
    ...{ room_id: 'other', name: 'B', owner_token_hash: 'h', deleted_at: time, last_ids: '{"task":3}' },
    counts: '{"comments":2}',
  })
  await commit(storage, { rooms: [room('room'), other], boards: [board('first'), second, board('third')] })
  t.same(await storage.readRoom('room'), room('room'))
  t.same(await storage.readRoom('other'), other)
  t.same(await storage.readBoard('second'), second)
  t.same(await all(storage.listRooms()), [other, room('room')])
  t.same(await all(storage.listBoards()), [board('first'), second, board('third')])
  t.equal(await storage.readRoom('none'), undefined)
  t.equal(await storage.readBoard('none'), undefined)
  await commit(storage, { rooms: [room('other')], boards: [board('second')] })
  t.same(await storage.readRoom('other'), room('other'))
  t.same(await storage.readBoard('second'), board('second'))
})

t.test('lists more boards than one slice has', async (t) => {
  const storage = await openEmpty(t)
  const boards = Array.from({ length: 2001 }, (_, index) => board(`b${index + 1000}`))
  await commit(storage, { boards })
  t.strictSame(
    (await all(storage.listBoards())).map(({ id }) => id),
    boards.map(({ id }) => id),
  )
})

t.test('a commit of several slices is stored as a whole, or not at all', async (t) => {
  const storage = await openRefusing(t)
  const large = (value: string) =>
    Array.from({ length: 6 }, (_, index) => item('task', index + 1, JSON.stringify(value.repeat(400_000))))
  for (const id of ['soon', 'late']) {
    await t.rejects(commit(storage, { items: [...large('a'), item('task', id)] }), UNAVAILABLE)
    t.strictSame(await readTexts(storage), [])
  }
  await commit(storage, { items: large('b') })
  t.equal((await readTexts(storage)).length, 6)
})

for (const [when, id] of Object.entries({ 'a statement': 'soon', COMMIT: 'late' })) {
  t.test(`if ${when} fails, no write of the group is stored, and later ones are`, async (t) => {
    const storage = await openRefusing(t)
    const outcomes = await commitAll(
      storage,
      { boards: [board('a')], items: [item('task', 1, '1', 'a')] },
      { boards: [board('b')], items: [item('task', id, '1', 'b')] },
      { boards: [board('c')], items: [item('task', 1, '1', 'c')] },
    )
    t.strictSame(outcomes, ['0 503', '1 503', '2 503'])
    t.strictSame(await all(storage.listBoards()), [])
    t.strictSame(await readTexts(storage, 'a'), [])
    t.strictSame(await commitAll(storage, { items: [item('task', 1)] }), ['0 stored'])
  })
}

t.test('what waits while a group fails, fails too', async (t) => {
  const storage = await openRefusing(t)
  const outcomes: string[] = []
  const record = (name: string) => (error?: Error) => outcomes.push(`${name} ${error === undefined}`)
  // The statements of this turn run first, so that the second commit waits for the first.
  storage.commit('a', { items: [item('task', 'soon')] }, record('a'))
  await new Promise<void>((resolve) => {
    setImmediate(() =>
      storage.commit('b', { items: [item('task', 1)] }, (error) => {
        record('b')(error)
        storage.commit('b', { items: [item('task', 2)] }, (later) => {
          record('later b')(later)
          resolve()
        })
      }),
    )
  })
  t.strictSame(outcomes, ['a false', 'b false', 'later b true'])
  t.strictSame(await readTexts(storage), ['task 2 {}'])
})

t.test('refuses rows that a database cannot store, alone', async (t) => {
  const storage = await openEmpty(t)
  const refused = [
    item('task', 1, '"\0"'),
    item('task', 1, '"\ud800"'),
    item('task', 1, 'x'.repeat(2 ** 20 + 1)),
    item('task', ''),
    item('task', 'a b'),
    item('task', 'ü'),
  ]
  const group = commitAll(storage, { items: [item('task', 1)] })
  for (const row of refused) t.throws(() => storage.commit('room', { items: [row] }, () => {}), { name: 'Error' })
  t.throws(() => storage.commit('room', { rooms: [room('a', { name: '\0' })] }, () => {}), /A text cannot be stored: a/)
  await t.rejects(storage.putBlob(blob('a b'), Buffer.from('a')), /A key cannot have this part/)
  await t.rejects(storage.putBlob(blob('a'), Buffer.alloc(2 ** 20 + 1)), /A blob exceeds/)
  t.strictSame(await group, ['0 stored'])
  t.strictSame(await readTexts(storage), ['task 1 {}'])
})

t.test('stores bytes, and deletes them with their item', async (t) => {
  const storage = await openEmpty(t)
  const bytes = Buffer.from([0, 1, 255])
  await storage.putBlob(blob('a'), bytes)
  await storage.putBlob(blob('b'), Buffer.alloc(0))
  await commit(storage, { items: [{ ...blob('a'), value: '{}' }] })
  t.same(Buffer.from((await storage.readBlob(blob('a'))) ?? []), bytes)
  t.equal((await storage.readBlob(blob('b')))?.length, 0)
  t.same(await all(storage.listBlobs('board')), [blob('a'), blob('b')])
  await commit(storage, { items: [{ ...blob('a'), value: null }] })
  t.equal(await storage.readBlob(blob('a')), undefined)
})

t.test('the sweep deletes what was deleted, and at the start what was never finished', async (t) => {
  const storage = await openEmpty(t)
  const deleted_at = '2026-11-29T13:00:00Z'
  const items = Array.from({ length: 1001 }, (_, index) => item('task', index + 1, '{}', 'deleted'))
  for (const scope of ['kept', 'deleted', 'unfinished']) {
    await storage.putBlob(blob('used', scope), Buffer.from('a'))
    await storage.putBlob(blob('unused', scope), Buffer.from('a'))
    items.push({ ...blob('used', scope), value: '{}' })
  }
  await commit(storage, {
    rooms: [room('room'), room('gone', { deleted_at })],
    boards: [
      ...[board('kept'), board('deleted', { deleted_at }), board('ofRoom', { room_id: 'gone' })],
      board('unfinished', { room_id: 'none' }),
    ],
    items: [...items, item('setting', 1, '{}', 'gone')],
  })
  t.equal(await storage.sweep(false), 2)
  t.strictSame(
    (await all(storage.listBoards())).map(({ id }) => id),
    ['kept', 'unfinished'],
  )
  t.same(await all(storage.listRooms()), [room('room')])
  for (const scope of ['deleted', 'gone']) t.strictSame(await readTexts(storage, scope), [])
  t.same(await all(storage.listBlobs('deleted')), [])
  t.equal((await all(storage.listBlobs('unfinished'))).length, 2)
  t.equal(await storage.sweep(true), 1)
  t.same(await all(storage.listBoards()), [board('kept')])
  t.same(await all(storage.listBlobs('kept')), [blob('used', 'kept')])
  t.same(await all(storage.listBlobs('unfinished')), [])
})

t.test('a storage keeps everything when it is closed and opened again', async (t) => {
  const url = await lastingDatabase(t)
  const events = observe()
  const first = await open(t, url, events)
  const written = commitAll(first, { rooms: [room('room')] }, { items: [item('task', 1)] })
  const put = first.putBlob(blob('a'), Buffer.from('a'))
  const closed = first.close()
  t.throws(() => first.commit('room', {}, () => {}), UNAVAILABLE)
  await t.rejects(first.putBlob(blob('a'), Buffer.from('a')), UNAVAILABLE)
  await t.rejects(first.ping(), UNAVAILABLE)
  t.strictSame(await written, ['0 stored', '1 stored'])
  await put
  await closed
  const second = await open(t, url, events)
  await second.ping()
  t.strictSame(await readTexts(second), ['task 1 {}'])
  t.strictSame(events.seen, [])
})

t.test('refuses the tables of other versions', async (t) => {
  const url = await lastingDatabase(t)
  await (await open(t, url)).close()
  for (const [version, message] of [
    [101, /has schema version 101 of a newer version of the service/],
    [11, /has schema version 11: start version 2 of the service once/],
  ] as const) {
    await execute(url, `UPDATE schema_version SET version = ${version}`)
    await t.rejects(open(t, url), message)
  }
})

t.test('refuses other databases', async (t) => {
  const message = 'Cannot use the database mysql://ada:***@db/board: Unsupported database URL'
  await t.rejects(open(t, 'mysql://ada:secret@db/board'), { message })
})

t.test('copies everything into an empty database', async (t) => {
  const from = await openEmpty(t)
  await from.putBlob(blob('used'), Buffer.from('bytes'))
  await from.putBlob(blob('used', 'room'), Buffer.from('bytes'))
  await commit(from, {
    rooms: [room('room'), room('single', { name: 'Single' })],
    boards: [board('board'), board('single', { room_id: 'single' })],
    items: [
      ...[item('task', 1), item('task', 1, '{"a":1}', 'single'), item('key', 1, '{}', 'service')],
      ...['board', 'room'].map((scope) => ({ ...blob('used', scope), value: '{}' })),
    ],
  })
  const to = await open(t, await lastingDatabase(t))
  await commit(to, { boards: [board('rest')], items: [item('task', 1, '{}', 'rest')] })
  t.strictSame(await copyStorage(from, to), { rooms: 2, boards: 2, items: 5, blobs: 2 })
  for (const scope of ['board', 'single', 'room', 'service', 'rest']) {
    t.strictSame(await readTexts(to, scope), await readTexts(from, scope))
  }
  t.same(await all(to.listRooms()), await all(from.listRooms()))
  t.same(await all(to.listBoards()), await all(from.listBoards()))
  t.equal(Buffer.from((await to.readBlob(blob('used'))) ?? []).toString(), 'bytes')
  await t.rejects(copyStorage(from, to), /is not empty/)
})
