import { chmodSync, copyFileSync, mkdirSync, readdirSync, renameSync, symlinkSync, utimesSync } from 'node:fs'
import t from 'tap'
import { openStore } from '../../../src/rooms/open-store.js'
import { backUp, openReadOnly } from '../../../src/rooms/storage/sqlite/read-only.js'
import { run, startProcess } from '../../kit/process.js'
import { at, BOARD, readAll, values } from './contract/shared.js'

/** An unprivileged user for tests that run as root, who can write everywhere. */
const NOBODY = 65_534
const under = process.getuid?.() === 0 ? ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'] : []

/** Lets every user read the files in a folder, but not write them. Returns a function that ends this. */
function protect(folder: string): () => void {
  for (const name of readdirSync(folder)) chmodSync(`${folder}/${name}`, 0o444)
  chmodSync(folder, 0o555)
  return () => chmodSync(folder, 0o755)
}

/** Creates `board.db` with one task in a folder. */
async function createDatabase(folder: string): Promise<void> {
  mkdirSync(folder)
  const store = await openStore(`sqlite:${folder}/board.db`)
  await store.createTask(BOARD, values({ title: 'Kept' }), at(0))
  await store.close()
  // A database that was copied, for example to another disk, has no other files.
  for (const suffix of ['-wal', '-shm']) renameSync(`${folder}/board.db${suffix}`, `${folder}/../rest${suffix}`)
}

/** Returns the titles of the tasks in a database. */
async function titles(url: string): Promise<string[]> {
  const store = await openStore(url)
  const tasks = await readAll(store)
  await store.close()
  return tasks.map(({ title }) => title)
}

t.test('process: a database in a read-only folder can be backed up and copied', async (t) => {
  const folder = t.testdir()
  const source = `${folder}/source`
  await createDatabase(source)
  const unprotect = protect(source)
  mkdirSync(`${folder}/results`)
  chmodSync(`${folder}/results`, 0o777)
  const url = `sqlite:${source}/board.db`
  const results = { backup: `${folder}/results/backup.db`, copy: `${folder}/results/copy.db` }
  const backup = await run(t, 'database backup', { under, env: { DATABASE_URL: url }, args: ['--to', results.backup] })
  t.match(backup, { code: 0, stderr: '' })
  const copy = await run(t, 'database copy', { under, args: ['--from', url, '--to', `sqlite:${results.copy}`] })
  t.match(copy, { code: 0, stderr: '' })
  for (const result of Object.values(results)) t.strictSame(await titles(`sqlite:${result}`), ['Kept'])
  t.strictSame(readdirSync(source), ['board.db', 'board.db-lock'])
  unprotect()
})

t.test('process: a backup of a read-only folder has the writes that are only in the write-ahead log', async (t) => {
  const folder = t.testdir()
  const source = `${folder}/source`
  mkdirSync(source)
  const server = await startProcess(t, { env: { DATABASE_URL: `sqlite:${source}/board.db` } })
  const create = (title: string) => server.send('POST /api/v1/tasks', { json: { title, status: 'TODO' } })
  const backUpTo = async (name: string) => {
    const args = ['--to', `${folder}/results/${name}.db`]
    const { code, stderr } = await run(t, 'database backup', {
      under,
      env: { DATABASE_URL: `sqlite:${source}/board.db` },
      args,
    })
    t.match({ code, stderr }, { code: 0, stderr: '' })
    return titles(`sqlite:${folder}/results/${name}.db`)
  }
  mkdirSync(`${folder}/results`)
  chmodSync(`${folder}/results`, 0o777)
  await create('First')
  const unprotect = protect(source)
  t.strictSame(await backUpTo('running'), ['First'])
  t.equal((await create('Second')).status, 201)
  await server.stop('SIGKILL')
  t.strictSame(await backUpTo('killed'), ['First', 'Second'])
  unprotect()
})

t.test('a write-ahead log without its index needs a folder that can be written', async (t) => {
  const folder = t.testdir()
  const store = await openStore(`sqlite:${folder}/board.db`)
  await store.createTask(BOARD, values(), at(0))
  mkdirSync(`${folder}/copied`)
  for (const suffix of ['', '-wal']) copyFileSync(`${folder}/board.db${suffix}`, `${folder}/copied/board.db${suffix}`)
  await store.close()
  const unprotect = protect(`${folder}/copied`)
  const env = { DATABASE_URL: `sqlite:${folder}/copied/board.db` }
  const { code, stderr } = await run(t, 'database backup', { under, env, args: ['--to', `${folder}/backup.db`] })
  t.equal(code, 1)
  t.match(
    stderr,
    /^task-board-service: Cannot use the database \S+: Its folder is read-only, .*copy both files into .*\n$/,
  )
  const copies = readdirSync(folder).filter((name) => name.startsWith('backup'))
  t.strictSame(copies, [])
  unprotect()
})

t.test('a backup without locks fails if another program changes the database', async (t) => {
  const folder = t.testdir()
  await createDatabase(`${folder}/source`)
  const connection = openReadOnly(`sqlite:${folder}/source/board.db`, true)
  t.teardown(connection.close)
  t.ok(connection.all('SELECT id FROM item').length > 0)
  utimesSync(`${folder}/source/board.db`, 1, 1)
  t.throws(() => backUp(connection, `${folder}/backup.db`), {
    message: /backed up to .*backup\.db: It changed meanwhile: try again$/,
  })
  const copies = readdirSync(folder).filter((name) => name.startsWith('backup'))
  t.strictSame(copies, [])
})

t.test('the error names the folder if SQLite cannot create the index of a write-ahead log', async (t) => {
  const folder = t.testdir({ source: {} })
  const store = await openStore(`sqlite:${folder}/board.db`)
  for (const suffix of ['', '-wal']) copyFileSync(`${folder}/board.db${suffix}`, `${folder}/source/board.db${suffix}`)
  await store.close()
  // Not even root can create a file there.
  symlinkSync('/nonexistent/shm', `${folder}/source/board.db-shm`)
  t.throws(() => openReadOnly(`sqlite:${folder}/source/board.db`), { message: /^Its folder is read-only/ })
})
