import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import t, { type Test } from 'tap'
import { parseJson } from '../../../src/contract/json.js'
import { openStore } from '../../../src/rooms/open-store.js'
import { startService } from '../../kit/helper.js'
import { at, BOARD, query } from './contract/shared.js'
import { openObserved, task } from './observed-store.js'

/** What other programs do to the files while the service runs. */
const LOSSES: Record<string, (path: string, folder: string) => void> = {
  'the folder is deleted': (_path, folder) => rmSync(folder, { recursive: true }),
  'the folder is moved away'(_path, folder) {
    renameSync(folder, `${folder}-moved`)
    mkdirSync(folder)
  },
  'the database is deleted': (path) => rmSync(path),
  'the database is replaced by a copy'(path) {
    copyFileSync(path, `${path}.copy`)
    renameSync(`${path}.copy`, path)
  },
  'the write-ahead log is deleted': (path) => rmSync(`${path}-wal`),
  'the index of the write-ahead log is deleted': (path) => rmSync(`${path}-shm`),
}

const CASES = Object.entries(LOSSES).flatMap(([loss, lose]) => [
  { loss, lose, isLinked: false },
  { loss: `${loss} behind a symbolic link`, lose, isLinked: true },
])

for (const { loss, lose, isLinked } of CASES) {
  t.test(`if ${loss}, writes and /readyz return 503, and the log has one line`, async (t) => {
    const { path, folder, store, failures } = await openObserved(t, {}, isLinked)
    const { send, createTask } = await startService(t, { store })
    const { id } = await createTask()
    lose(path, folder)
    const json = { title: 'A task', status: 'TODO' }
    for (let count = 0; count < 3; count++) {
      t.equal((await send('POST /api/v1/tasks', { json })).status, 503)
      t.equal((await send('GET /readyz')).status, 503)
    }
    t.equal((await send(`GET /api/v1/tasks/${id}`)).status, 200, 'short reads still work')
    t.match(failures, [{ message: /^A file of the database was deleted or replaced/ }])
    t.equal(failures.length, 1)
  })
}

t.test('if a symbolic link names another file, writes return 503', async (t) => {
  const { path, folder, store } = await openObserved(t, {}, true)
  const { send, createTask } = await startService(t, { store })
  await createTask()
  copyFileSync(path, `${folder}/other.db`)
  rmSync(`${folder}/../link.db`)
  symlinkSync(`${folder}/other.db`, `${folder}/../link.db`)
  t.equal((await send('POST /api/v1/tasks', { json: { title: 'A task', status: 'TODO' } })).status, 503)
})

t.test('if the files are back, writes work again', async (t) => {
  const { folder, store, failures } = await openObserved(t)
  const { send, createTask } = await startService(t, { store })
  await createTask()
  for (let count = 1; count <= 2; count++) {
    renameSync(folder, `${folder}-moved`)
    t.equal((await send('GET /readyz')).status, 503)
    renameSync(`${folder}-moved`, folder)
    t.equal((await send('GET /readyz')).status, 200)
    await createTask()
    t.equal(failures.length, count, 'each loss is reported')
  }
})

/** Opens a store whose folder another one then replaces. */
async function openReplaced(t: Test) {
  const { path, folder, store } = await openObserved(t)
  await store.createTask(BOARD, task('lost'), at(0))
  renameSync(folder, `${folder}-moved`)
  mkdirSync(folder)
  const other = await openStore(`sqlite:${path}`)
  t.teardown(() => other.close())
  return { path, store, other }
}

t.test('closing leaves the files of the database that has replaced the lost one', async (t) => {
  const { path, store, other } = await openReplaced(t)
  await other.createTask(BOARD, task('stored'), at(0))
  await store.close()
  t.ok(existsSync(`${path}-wal`))
  await other.createTask(BOARD, task('stored too'), at(0))
  const { tasks } = await other.listTasks(BOARD, query({}))
  const titles = parseJson(tasks).map(({ title }) => title)
  t.strictSame(titles, ['stored', 'stored too'])
})
