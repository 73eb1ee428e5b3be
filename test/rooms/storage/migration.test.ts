/** The migration of the tables of version 2. `npm test -- postgres` runs these tests on PostgreSQL. */
import { existsSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import t from 'tap'
import { DEFAULT_BOARD } from '../../../src/contract/board-id.js'
import { STATUSES } from '../../../src/contract/schemas/enumerations.js'
import type { Task } from '../../../src/contract/schemas/task.js'
import { dropOld, undoMigration } from '../../../src/rooms/storage/old-tables.js'
import { changeTables } from '../../../src/rooms/storage/open-storage.js'
import { type Item, ROOMS, type Storage } from '../../../src/rooms/storage/storage.js'
import { IS_POSTGRES, lastingDatabase } from '../../kit/database.js'
import { runHere } from '../../kit/run-here.js'
import { at } from '../store/contract/shared.js'
import { all, execute, listIds, observe, open, readProfile } from './fixture.js'
import { createOld, LAST, toInserts } from './version-2.js'

/** The version of the tables of release 2.0.0. */
const RELEASED = 12

/** Reads the values of the items of a room by their kinds and ids. */
async function readRoomItems(storage: Storage, id: string): Promise<Record<string, unknown>> {
  const items = await all<Item>(storage.readItems(`room/${id}`))
  return Object.fromEntries(items.map(({ kind, id, value }) => [`${kind}/${id}`, JSON.parse(value)]))
}

/** Reads the values of the items of a kind by their ids, without leading zeros. */
async function readKind(storage: Storage, scope: string, kind: string): Promise<Record<string, unknown>> {
  const items = (await all<Item>(storage.readItems(scope))).filter((item) => item.kind === kind)
  return Object.fromEntries(
    items.map(({ id, value }) => [id.replace(/^0+(?=\d)|(?<=-)0+(?=\d)/g, ''), JSON.parse(value)]),
  )
}

t.test('migrates all that a board of the last version has', async (t) => {
  const url = await lastingDatabase(t)
  const { columns, tasks } = LAST
  // More items than one batch has.
  const comments = Array.from({ length: 600 }, (_, index) => ({
    ...{
      board_id: 'own',
      id: 3 + index,
      task_id: 10,
      text: 'x'.repeat(2000),
      created_at: at(404),
      updated_at: at(404),
    },
  }))
  await createOld(url, LAST.steps.length, LAST.rows)
  await execute(url, ...toInserts({ comment: comments }))
  const events = observe()
  const storage = await open(t, url, events)
  t.match(events.seen, [/^migrated 2 2 \d+$/])
  t.match(await readProfile(storage, 'own'), { room: 'own', name: 'Mine' })
  t.match(await readProfile(storage, 'own', ROOMS), { name: null })
  t.strictSame(await listIds(storage), [DEFAULT_BOARD, 'own'])
  const migrated = Object.values(await readKind(storage, 'own', 'task')) as (Task & { blobs?: string[] })[]
  t.strictSame(
    migrated.filter(({ id }) => [8, 9].includes(id)).map(({ blobs: _, sortOrder: __, ...task }) => task),
    tasks.map(({ sortOrder: _, ...task }) => ({ ...task, comments: [] })),
    'without positions and comments',
  )
  for (const status of STATUSES) {
    const column = migrated.filter((task) => task.status === status).sort((a, b) => a.sortOrder - b.sortOrder)
    const ids = column.map(({ id }) => id)
    t.strictSame(ids, columns[status])
  }
  const migratedComments = await readKind(storage, 'own', 'comment')
  t.equal(Object.keys(migratedComments).length, 602)
  t.strictSame(migratedComments[1], { task: 9, id: 1, text: 'A comment', createdAt: at(401), updatedAt: at(401) })
  t.strictSame(migratedComments[2], { task: 8, id: 2, text: 'Another', createdAt: at(402), updatedAt: at(402) })
  const blobs = migrated.find(({ id }) => id === 9)?.blobs ?? []
  const keys = blobs.map((id) => ({ scope: 'own', kind: 'file', id }))
  const files = await Promise.all(keys.map(async (key) => Buffer.from((await storage.readBlob(key)) ?? []).toString()))
  t.strictSame(files, ['first', 'second'])
  t.strictSame(await readKind(storage, 'own', 'ids'), {
    last: { task: 50, checklistItem: 1, comment: 2, attachment: 2 },
  })
  t.strictSame(await readKind(storage, 'own', 'session'), {
    s: {
      ...{ username: 'ada', expiresAt: at(901), generation: 0 },
      tokens: [
        { hash: 'h1', isUsed: true },
        { hash: 'h2', isUsed: false },
      ],
    },
  })
  t.strictSame(await readKind(storage, 'own', 'key'), { signing: { key: 'the key' } })
  t.strictSame(await readKind(storage, 'own', 'fault-plan'), { current: { seed: 7, ordinal: 128, restarts: 0 } })
  t.match(await readKind(storage, 'own', 'claim'), {
    '1-1': { number: 1, request: 1, requestId: 'r1', fault: 'date-mix', comment: 'Look', isRight: true, credit: 1 },
  })
  t.match(await readKind(storage, 'own', 'log'), {
    1: [{ requestId: 'r1', changed: ['date-mix'], attempt: 0, hints: 0, claims: [1] }],
  })
  t.strictSame(await readKind(storage, 'own', 'challenge'), { '1-one': { number: 1, time: at(0), requestId: 'r2' } })
  t.strictSame(await readKind(storage, 'own', 'begun'), {
    current: { restarts: 0, last: 2, sequences: { two: [['k', 1]] } },
  })
  t.strictSame(await readRoomItems(storage, 'own'), {
    'drill/0001-own': {
      ...{ exercise: 'e', state: 'ready', startedAt: null, finishedAt: null },
      ...{ requests: 0, percent: null, best: 9 },
    },
    'drill-outcome/0001-own': { goals: [], verdicts: [], score: null },
    'score/0001-own': {
      happened: { 'date-mix': 1 },
      faults: { 'date-mix': { right: 1, wrong: 0, credit: 1, firstAt: at(500) } },
      ...{ defects: {}, hints: 0, solved: { one: at(0) }, progressAt: at(500) },
      grade: { time: at(600), variant: 'v1', found: 1, defects: 2 },
    },
  })
  await storage.sweep(true)
  t.equal((await all(storage.listBlobs('own'))).length, 2, 'the files are in use')
})

/** Fills an empty database with a class, as release 2.0.0 wrote it. */
async function fillReleased(url: string): Promise<void> {
  const settings = { created_at: at(0), expires_at: at(900), revision: 0, is_frozen: 1, defects: '["lost-update"]' }
  const ofClass = { name: 'Class', secret_hash: 'x', exercise: '{"title":"Find"}' }
  const learner = { owner_token_hash: 'x', created_at: at(0), used_at: at(0), defects: '{"lost-update":["note"]}' }
  await createOld(url, RELEASED, {
    class: [
      { ...settings, ...ofClass, id: 'c', join_code: 'ABC', deleted_at: null },
      { ...settings, ...ofClass, id: 'gone', join_code: 'DEF', deleted_at: at(1) },
    ],
    board: [
      { ...learner, id: 'a', class_id: 'c', name: 'Ada', class_place: 1, learner_code_hash: 'code', claims: 1 },
      { ...learner, id: 'b', class_id: 'c', name: null, class_place: 12, learner_code_hash: null, claims: 0 },
      { ...learner, id: 'z', class_id: 'gone', name: null, class_place: 1, learner_code_hash: null, claims: 0 },
    ],
    claim: [{ board_id: 'a', number: 1, time: at(1), request: 1, request_id: 'one', fault: 'date-mix', is_right: 1 }],
    defect_effect: [
      { board_id: 'a', defect: 'lost-update', effect: 'write', requests: 3, first_request: '{"number":2}' },
    ],
  })
}

t.test('migrates a class of release 2.0.0', async (t) => {
  const url = await lastingDatabase(t)
  await fillReleased(url)
  const storage = await open(t, url)
  t.match(await readProfile(storage, 'c', ROOMS), {
    ...{ joinCode: 'ABC', name: 'Class', secretHash: 'x', createdAt: at(0), expiresAt: at(900) },
    ...{ frozen: true, joinable: true, exercise: { title: 'Find', hints: 'off', drill: null }, faults: null },
    ...{ exerciseNumber: 1, defects: ['lost-update'], defectsNumber: 1 },
  })
  t.strictSame(await listIds(storage), ['a', 'b'])
  t.match(await readProfile(storage, 'b'), { room: 'c' })
  const times = { requests: 0, lastActivity: null, restarts: 0 }
  t.match(await readRoomItems(storage, 'c'), {
    'learner/a': { place: 1, name: 'Ada', codeHash: 'code', joined: true, ...times },
    'learner/b': { place: 12, name: null, codeHash: null, joined: false, ...times },
    'score/0001-a': { faults: { 'date-mix': { right: 1, wrong: 0, credit: 1, firstAt: at(1) } } },
  })
  t.match(await readKind(storage, 'a', 'claim'), { '1-1': { credit: 1, explanation: null, isRight: true } })
  t.strictSame(await readKind(storage, 'a', 'defect-notes'), { 1: { 'lost-update': ['note'] } })
  t.strictSame(await readKind(storage, 'a', 'defect-effect'), {
    '1-lost-update-write': { defect: 'lost-update', effect: 'write', requests: 3, first: { number: 2 } },
  })
  t.strictSame(await listIds(storage, ROOMS), ['c'])
})

t.test('an earlier version can neither use nor change a migrated database', async (t) => {
  const url = await lastingDatabase(t)
  await fillReleased(url)
  const storage = await open(t, url)
  await storage.close()
  await t.rejects(execute(url, 'SELECT id FROM task'), /task/)
})

t.test('a migration can be undone, and repeated', async (t) => {
  const url = await lastingDatabase(t)
  await fillReleased(url)
  const env = { DATABASE_URL: url }
  t.match(await runHere(t, 'database migrate', { env }), {
    code: 0,
    stdout: /^The tables in \S+ are up to date\.\n$/,
    stderr: /^task-board-service: Upgraded the tables of version 2: 2 boards in 1 room, \d+ rows\. [^\n]+\n$/,
  })
  const first = await open(t, url)
  await t.rejects(changeTables(url, undoMigration, { patience: 0 }), /serves it\. One process serves a database/)
  await first.close()
  t.match(await runHere(t, 'database undo-migration', { env }), {
    code: 0,
    stdout: /^Version 2 of the service can use \S+\.\n$/,
    stderr: '',
  })
  await t.rejects(changeTables(url, undoMigration), /There are no tables from before the migration/)
  await execute(url, `UPDATE class SET name = 'After the migration' WHERE id = 'c'`)
  const storage = await open(t, url)
  t.match(await readProfile(storage, 'c', ROOMS), { name: 'After the migration' })
})

t.test('the tables from before the migration can be deleted', async (t) => {
  const url = await lastingDatabase(t)
  await fillReleased(url)
  await (await open(t, url)).close()
  t.match(await runHere(t, 'database drop-old', { env: { DATABASE_URL: url } }), {
    code: 0,
    stdout: /^Deleted the tables of version 2 in \S+\.\n$/,
    stderr: '',
  })
  t.notOk(existsSync(`${url.slice('sqlite:'.length)}.before-3`))
  await t.rejects(changeTables(url, dropOld), /There are no tables from before the migration/)
  t.equal((await listIds(await open(t, url))).length, 2)
})

if (!IS_POSTGRES) {
  t.test('a migration is refused if the disk has too little space', async (t) => {
    const url = await lastingDatabase(t)
    await fillReleased(url)
    truncateSync(url.slice('sqlite:'.length), 2 ** 42)
    await t.rejects(open(t, url), /: The migration needs 12582912 MiB on the disk, and \d+ MiB are free$/)
  })

  t.test('a migration replaces the copy that a killed one has left', async (t) => {
    const url = await lastingDatabase(t)
    await fillReleased(url)
    const copy = `${url.slice('sqlite:'.length)}.before-3`
    writeFileSync(copy, 'stale')
    await open(t, url)
    t.ok(statSync(copy).size > 10_000)
  })
}

t.test('a migration that fails leaves the database as it was', async (t) => {
  const url = await lastingDatabase(t)
  await fillReleased(url)
  await execute(url, `UPDATE class SET exercise = 'no JSON' WHERE id = 'c'`)
  await t.rejects(open(t, url), /Cannot use the database .*JSON/)
  t.notOk(existsSync(`${url.slice('sqlite:'.length)}.before-3`))
  await execute(url, `UPDATE class SET exercise = NULL WHERE id = 'c'`)
  t.equal((await listIds(await open(t, url))).length, 2)
})
