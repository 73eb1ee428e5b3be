import { copyFileSync, existsSync, linkSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import t, { type Test } from 'tap'
import { openStore, type StoreEvents } from '../../../src/rooms/open-store.js'
import { DatabaseInUse } from '../../../src/rooms/storage/lock.js'
import { takeSqliteLock } from '../../../src/rooms/storage/sqlite/lock.js'
import { StoreUnusable } from '../../../src/rooms/storage/unusable.js'
import type { Store } from '../../../src/rooms/store.js'
import { longTest } from '../../kit/long-test.js'
import { run, type ServerProcess, startProcess } from '../../kit/process.js'
import { at, BOARD, values } from './contract/shared.js'
import { expectNothing, UNAVAILABLE } from './observed-store.js'

const NOW = { patience: 0 }
const SERVES =
  /^Cannot use the database \S+: Process \d+ on \S+, since \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ, serves it\. One process serves a database: /

/** Opens a store that the test closes at its end. */
async function open(t: Test, path: string, events: StoreEvents = NOW): Promise<Store> {
  const store = await openStore(`sqlite:${path}`, {}, events)
  t.teardown(() => store.close())
  return store
}

/** Requires that the lock of a database is taken. */
async function expectInUse(t: Test, path: string): Promise<void> {
  await t.rejects(openStore(`sqlite:${path}`, {}, NOW), { constructor: StoreUnusable, message: SERVES })
}

t.test('a second store of a database is refused, and names the process that serves it', async (t) => {
  const path = `${t.testdir()}/board.db`
  const store = await open(t, path)
  const error: Error = await openStore(`sqlite:${path}`, {}, NOW).catch((reason) => reason)
  t.match(error.message, SERVES)
  t.match(error.message, `Process ${process.pid} on `)
  await store.createTask(BOARD, values(), at(0))
  await store.close()
  t.equal((await (await open(t, path)).countTasks(BOARD)).totalTasks, 1, 'a closed store frees the database')
})

t.test('a second store waits for the first, and tells once who serves the database', async (t) => {
  const path = `${t.testdir()}/board.db`
  const first = await open(t, path)
  const messages: string[] = []
  let isOpen = false
  const second = open(t, path, {
    onWait(message) {
      messages.push(message)
      setTimeout(() => first.close(), 600)
    },
  }).then((store) => {
    isOpen = true
    return store
  })
  await first.createTask(BOARD, values(), at(0))
  t.notOk(isOpen)
  t.equal((await (await second).countTasks(BOARD)).totalTasks, 1)
  t.equal(messages.length, 1)
  t.match(messages[0], /^Process \d+ on \S+, since \S+Z, serves the database; waiting up to 30 s until it stops$/)
})

t.test('process: a second service does not listen, and takes over when the first is killed', async (t) => {
  const DATABASE_URL = `sqlite:${t.testdir()}/board.db`
  const first = await startProcess(t, { env: { DATABASE_URL } })
  let isListening = false
  let starting: Promise<ServerProcess> | undefined
  const told = await new Promise<string>((resolve) => {
    starting = startProcess(t, { env: { DATABASE_URL }, onStderr: resolve })
    starting.then(() => {
      isListening = true
    })
  })
  t.match(told, `task-board-service: Process ${first.pid} on `)
  const task = { title: 'A task', status: 'TODO' }
  for (let count = 0; count < 20; count++) t.equal((await first.send('POST /api/v1/tasks', { json: task })).status, 201)
  t.notOk(isListening)
  await first.stop('SIGKILL')
  const second = await starting
  t.equal((await second?.send('GET /api/v1/tasks/summary'))?.json.totalTasks, 20)
})

longTest('process: a command that changes the tables waits until the service stops', async (t) => {
  const env = { DATABASE_URL: `sqlite:${t.testdir()}/board.db` }
  const service = await startProcess(t, { env })
  const told: string[] = []
  const { code, stdout } = await run(t, 'database migrate', {
    env,
    isCovered: true,
    onStderr(text) {
      told.push(text)
      service.stop()
    },
  })
  t.match({ code, stdout }, { code: 0, stdout: /are up to date\.\n$/ })
  t.match(told, [`task-board-service: Process ${service.pid} on `])
})

t.test('all names of a database have one lock', async (t) => {
  const folder = t.testdir({ data: {} })
  symlinkSync(`${folder}/data`, `${folder}/linked`)
  symlinkSync(`${folder}/data/board.db`, `${folder}/dangling.db`)
  symlinkSync('dangling.db', `${folder}/twice.db`)
  const store = await open(t, `${folder}/twice.db`)
  t.ok(existsSync(`${folder}/data/board.db-lock`))
  for (const path of ['data/board.db', 'linked/board.db', 'dangling.db', 'twice.db', 'data/../linked/board.db']) {
    await expectInUse(t, `${folder}/${path}`)
  }
  await store.createTask(BOARD, values(), at(0))
})

t.test('a copy of a database is another database', async (t) => {
  const folder = t.testdir()
  const store = await open(t, `${folder}/board.db`)
  for (const suffix of ['', '-wal']) copyFileSync(`${folder}/board.db${suffix}`, `${folder}/copy.db${suffix}`)
  const copy = await open(t, `${folder}/copy.db`)
  await Promise.all([store, copy].map((each) => each.createTask(BOARD, values(), at(0))))
  t.equal((await copy.countTasks(BOARD)).totalTasks, 1)
})

t.test('the lock outlives a garbage collection', async (t) => {
  const path = `${t.testdir()}/board.db`
  await takeSqliteLock(path, NOW)
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  for (let turn = 0; turn < 5; turn++) {
    collect()
    await new Promise(setImmediate)
  }
  await t.rejects(takeSqliteLock(path, NOW), { constructor: DatabaseInUse, message: /^Another process serves it/ })
})

t.test('the lock needs no space on the disk, and only its user can open its file', async (t) => {
  const path = `${t.testdir()}/board.db`
  await open(t, path)
  const { size, mode } = statSync(`${path}-lock`)
  t.match({ size, mode: mode & 0o777 }, { size: 0, mode: 0o600 })
})

t.test('a store whose lock was deleted commits nothing after another one has taken over', async (t) => {
  const path = `${t.testdir()}/board.db`
  const losses: Error[] = []
  const first = await open(t, path, { onLost: (error) => losses.push(error) })
  await first.createTask(BOARD, values(), at(0))
  rmSync(`${path}-lock`)
  const second = await open(t, path)
  await second.createTask(BOARD, values(), at(0))
  await t.rejects(first.createTask(BOARD, values(), at(0)), UNAVAILABLE)
  t.match(losses, [{ message: 'Another process serves the database' }])
  await expectNothing(t, first)
  t.equal(losses.length, 1)
  t.equal((await second.countTasks(BOARD)).totalTasks, 2)
})

t.test('a database with a hard link is refused, because each name would have a lock of its own', async (t) => {
  const path = `${t.testdir()}/board.db`
  const store = await open(t, path)
  linkSync(path, `${path}.link`)
  await store.createTask(BOARD, values(), at(0))
  const message = /^Cannot use the database sqlite:\S+: The file has 2 names \(hard links\): [^\n]+$/
  for (const name of [path, `${path}.link`]) await t.rejects(openStore(`sqlite:${name}`, {}, NOW), { message })
  rmSync(`${path}.link`)
  await store.close()
  t.equal((await (await open(t, path)).countTasks(BOARD)).totalTasks, 1)
})

t.test('a store commits nothing after another one has taken over and stopped', async (t) => {
  const path = `${t.testdir()}/board.db`
  const losses: Error[] = []
  const first = await open(t, path, { onLost: (error) => losses.push(error) })
  rmSync(`${path}-lock`)
  await (await open(t, path)).close()
  await t.rejects(first.createTask(BOARD, values(), at(0)), UNAVAILABLE)
  t.equal(losses.length, 1)
})

t.test('a message names no process that has stopped', async (t) => {
  const path = `${t.testdir()}/board.db`
  await (await open(t, path)).close()
  const release = await takeSqliteLock(path, NOW)
  t.teardown(release)
  await t.rejects(takeSqliteLock(path, NOW), { message: /^Another process serves it/ })
})

t.test('process: a service whose database another one serves ends with an error', async (t) => {
  const path = `${t.testdir()}/board.db`
  const env = { DATABASE_URL: `sqlite:${path}` }
  const first = await startProcess(t, { env, isCovered: true })
  rmSync(`${path}-lock`)
  await startProcess(t, { env })
  t.equal((await first.send('POST /api/v1/tasks', { json: { title: 'A task', status: 'TODO' } })).status, 503)
  await first.waitForLog(({ level, err }) => level === 60 && err?.message === 'Another process serves the database')
  t.equal((await first.stop('SIGWINCH')).code, 1)
})

longTest('process: a service that finds no space on the disk frees the database', async (t) => {
  const path = `${t.testdir()}/board.db`
  const env = { DATABASE_URL: `sqlite:${path}` }
  const NODE_OPTIONS = "--import=data:text/javascript,process.on('SIGXFSZ',()=>{})"
  const full = await run(t, 'start', { env: { ...env, NODE_OPTIONS }, under: ['prlimit', '--fsize=4096'] })
  t.match(full, { code: 1, stderr: /^task-board-service: Cannot use the database sqlite:\S+: [^\n]+\n/ })
  t.equal(readFileSync(`${path}-lock`).length, 0)
  await startProcess(t, { env })
})

t.test('a database whose lock cannot be written is refused', async (t) => {
  const folder = t.testdir({ 'a.db-lock': 'This is not a database. '.repeat(50) })
  await t.rejects(openStore(`sqlite:${folder}/a.db`, {}, NOW), { message: /: file is not a database$/ })
})
