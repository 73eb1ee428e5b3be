import { once } from 'node:events'
import { copyFileSync, statSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import t, { type Test } from 'tap'
import { DEFAULT_BOARD } from '../../../src/contract/board-id.js'
import { openStore } from '../../../src/rooms/open-store.js'
import type { Store } from '../../../src/rooms/store.js'
import { at, file, newBoard, readAll } from './contract/shared.js'
import { connect, countTasks, createTask, openUnmanaged } from './files.js'

/** Opens a store in a new file, and closes it after the test. */
async function openInFile(t: Test): Promise<{ store: Store; path: string }> {
  const opened = await openUnmanaged(t)
  t.teardown(() => opened.store.close())
  return opened
}

t.test('creates missing folders of the file', async (t) => {
  const path = `${t.testdir()}/a/b c/board.db`
  const store = await openStore(`sqlite:${path}`)
  await createTask(store)
  await store.close()
  t.ok(statSync(path).isFile())
})

t.test('an attachment whose bytes another program has deleted is an error, alone and in the content', async (t) => {
  const { store, path } = await openInFile(t)
  const { id } = await createTask(store)
  const [attachment] = await store.addAttachments(DEFAULT_BOARD, id, [file('a', 'bytes')], at(0))
  connect(t, path).exec('DELETE FROM blob')
  await t.rejects(store.getAttachment(DEFAULT_BOARD, id, Number(attachment?.id)), {
    message: 'The bytes of the attachment 1 of the board default are missing',
  })
  await t.rejects(store.readContent(DEFAULT_BOARD), { message: 'Bytes of the board default are missing' })
  t.match(await readAll(store), [{ id }])
})

t.test('boards are listed again after the database could not be read', async (t) => {
  const { store, path } = await openInFile(t)
  const connection = connect(t, path)
  connection.exec('ALTER TABLE item RENAME TO moved')
  await t.rejects(store.listClasses({ page: 0, size: 1 }), { message: /store is not available/ })
  connection.exec('ALTER TABLE moved RENAME TO item')
  t.strictSame(await store.listClasses({ page: 0, size: 1 }), { classes: [], total: 0 })
})

t.test('a board that cannot be deleted does not keep others from expiring', async (t) => {
  const { store, path } = await openUnmanaged(t)
  const ids = ['a', 'b', 'c']
  await store.createBoards(
    ids.map((id) => newBoard(id)),
    10,
    at(0),
  )
  await store.close()
  connect(t, path).exec(
    `CREATE TRIGGER refuse BEFORE DELETE ON item WHEN OLD.scope = 'service/rooms' AND OLD.id = 'b' BEGIN SELECT RAISE(ABORT, 'It fails'); END`,
  )
  const again = await openStore(`sqlite:${path}`)
  t.teardown(() => again.close())
  await t.rejects(again.expireBoards(at(1)), { message: /store is not available/ })
  const { boards } = await again.listBoards({ page: 0, size: 10 })
  const listed = boards.map(({ id }) => id)
  t.strictSame(listed, ['b'])
})

t.test('the results of the last 20 exercises stay', async (t) => {
  const { store, path } = await openInFile(t)
  for (let exercise = 0; exercise < 25; exercise++) {
    await store.setGrade(DEFAULT_BOARD, { time: at(0), variant: 'v1', found: 1, defects: 2 })
    await store.configureExercise(DEFAULT_BOARD, () => ({ exercise: null, restarts: true }))
  }
  const scores = connect(t, path).prepare("SELECT id FROM item WHERE kind = 'score'").all()
  t.equal(scores.length, 20)
})

t.test('commits a write before it is acknowledged', async (t) => {
  const { store, path } = await openInFile(t)
  const other = connect(t, path)
  const counts: number[] = []
  await Promise.all(
    Array.from({ length: 30 }, async () => {
      await createTask(store)
      counts.push(countTasks(other))
    }),
  )
  t.strictSame(counts, Array(30).fill(30), 'the full group is committed before the first acknowledgement')
})

t.test('opening a database again does not change its schema', async (t) => {
  const { store, path } = await openUnmanaged(t)
  await store.close()
  const other = connect(t, path)
  const schema = () => other.prepare('SELECT sql FROM sqlite_schema ORDER BY name').all()
  const before = schema()
  await (await openStore(`sqlite:${path}`)).close()
  t.strictSame(schema(), before)
})

t.test('after closing, the file alone has all data, including pending writes', async (t) => {
  const { store, path } = await openUnmanaged(t)
  await store.readState(DEFAULT_BOARD)
  const writes = Promise.all(Array.from({ length: 10 }, () => createTask(store)))
  await store.close()
  await writes
  copyFileSync(path, `${path}.copy`)
  const copy = await openStore(`sqlite:${path}.copy`)
  t.teardown(() => copy.close())
  t.equal((await readAll(copy)).length, 10)
})

/** Locks a file in another thread. Unlocks it half a second after sending `locked`. */
const LOCKER = `
  const { parentPort, workerData } = require('node:worker_threads')
  const { DatabaseSync } = require('@photostructure/sqlite')
  const connection = new DatabaseSync(workerData)
  connection.exec('BEGIN IMMEDIATE')
  parentPort.postMessage('locked')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
  connection.exec('COMMIT')
  connection.close()
`

t.test('a write waits for a short lock', async (t) => {
  const { store, path } = await openInFile(t)
  const worker = new Worker(LOCKER, { eval: true, workerData: path })
  const ended = once(worker, 'exit')
  await once(worker, 'message')
  t.equal((await createTask(store)).sortOrder, 0)
  await ended
})
