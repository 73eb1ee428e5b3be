/** What happens if a SQLite file, its disk, or the thread that writes fails. */
import { execFileSync } from 'node:child_process'
import { renameSync } from 'node:fs'
import type { Worker } from 'node:worker_threads'
import t, { type Test } from 'tap'
import { openStore } from '../../../src/rooms/open-store.js'
import type { Storage } from '../../../src/rooms/storage/storage.js'
import { runHere } from '../../kit/run-here.js'
import { FULL, IOERR_FSYNC, IOERR_WRITE, openFailing } from './failing.js'
import { blob, board, item, observe, open, putBlob, readTexts, UNAVAILABLE } from './fixture.js'

const UNKNOWN = { message: /may have been stored/ }

/** Returns the URL of a new file. */
const newFile = (t: Test) => `sqlite:${t.testdir()}/board.db`

for (const [statement, errcode] of [
  ['BEGIN', FULL],
  ['COMMIT', FULL],
  ['COMMIT', IOERR_WRITE],
] as const) {
  t.test(`nothing is stored if ${statement} fails with ${errcode}`, async (t) => {
    const { storage, events, fail } = await openFailing(t, `${t.testdir()}/board.db`)
    await storage.write({ items: [item('task', 1)] })
    fail({ statement, errcode })
    await t.rejects(storage.write({ items: [item('task', 2)] }), UNAVAILABLE)
    await storage.write({ items: [item('task', 1, null), item('task', 3)] })
    t.strictSame(await readTexts(storage), ['task 3 {}'])
    t.strictSame(events.seen, [])
  })
}

t.test('the process must end if nobody knows whether a commit is on the disk', async (t) => {
  const { storage, events, fail } = await openFailing(t, `${t.testdir()}/board.db`)
  fail({ statement: 'COMMIT', errcode: IOERR_FSYNC })
  await t.rejects(storage.write({ items: [board('a')] }), UNKNOWN)
  t.strictSame(events.seen, ['lost: It fails'])
  await t.rejects(storage.readItem(board('a')), UNAVAILABLE)
  await t.rejects(storage.write({ items: [item('task', 2)] }), UNAVAILABLE)
})

t.test('the process must end if the thread that writes ends', async (t) => {
  const threads: Worker[] = []
  const collect = (worker: Worker) => threads.push(worker)
  process.once('worker', collect)
  const events = observe()
  const storage = await open(t, newFile(t), events)
  await storage.write({ items: [item('task', 1)] })
  const running = storage.write({ items: [item('task', 2)] })
  const [thread] = threads as [Worker]
  await Promise.all([t.rejects(running, UNKNOWN), thread.terminate()])
  t.strictSame(events.seen, ['lost: The thread that writes ended with exit code 1'])
  await t.rejects(storage.ping(), UNAVAILABLE)
})

t.test('the process must end if the thread cannot open the file', async (t) => {
  const url = newFile(t)
  const file = url.slice('sqlite:'.length)
  process.once('worker', () => renameSync(file, `${file}.old`))
  const events = observe()
  const lost = new Promise<Error>((resolve) => {
    events.onLost = resolve
  })
  const storage = await open(t, url, events)
  t.match(await lost, { message: /^A file of the database was deleted or replaced/ })
  await t.rejects(storage.write({ items: [item('task', 1)] }), UNAVAILABLE)
})

/** Limits the size of the files of this process. Writes beyond the limit fail, as on a full disk. */
function limitFiles(bytes: number | 'unlimited'): void {
  execFileSync('prlimit', [`--pid=${process.pid}`, `--fsize=${bytes}:`])
}

t.test('a full disk costs writes alone, and space that is freed is noticed', async (t) => {
  const ignore = () => {}
  process.on('SIGXFSZ', ignore)
  t.teardown(() => {
    limitFiles('unlimited')
    process.off('SIGXFSZ', ignore)
  })
  const url = newFile(t)
  const events = observe()
  const storage = await open(t, url, events)
  await storage.write({ items: [item('task', 1)] })
  limitFiles(100_000)
  const large = (id: number) => [1, 2, 3].map((part) => item('large', id + part, JSON.stringify('x'.repeat(900_000))))
  await t.rejects(storage.write({ items: [item('task', 2), ...large(0)] }), UNAVAILABLE)
  await t.rejects(putBlob(storage, blob('a'), Buffer.alloc(500_000)), UNAVAILABLE)
  t.strictSame(await readTexts(storage), ['task 1 {}'])
  await storage.write({ items: [item('task', 3)] })
  t.strictSame(await readTexts(storage), ['task 1 {}', 'task 3 {}'], 'a small write has space')
  await storage.close()

  limitFiles(33_000)
  const after: Storage = await open(t, url, events)
  t.strictSame(await readTexts(after), ['task 1 {}', 'task 3 {}'])
  await t.rejects(after.write({ items: large(0) }), UNAVAILABLE)
  limitFiles('unlimited')
  await after.write({ items: large(0) })
  // Less than the log. What the thread writes about its coverage has space.
  limitFiles(2_000_000)
  await after.close()
  limitFiles('unlimited')
  t.equal((await readTexts(await open(t, url))).length, 5, 'the log kept all that was written')
  t.strictSame(events.seen, [])
})

t.test('the start on a full disk serves reads, and says so', async (t) => {
  const url = newFile(t)
  const storage = await open(t, url)
  await storage.write({ items: [item('task', 1)] })
  await storage.close()
  const ignore = () => {}
  process.on('SIGXFSZ', ignore)
  t.teardown(() => {
    limitFiles('unlimited')
    process.off('SIGXFSZ', ignore)
  })
  // The log has its index, and no space for anything else.
  limitFiles(1000)
  const events = observe()
  await t.rejects(openStore(url, {}, events), { message: /^Cannot use the database \S+board\.db: disk I\/O error$/ })
  t.strictSame(events.seen.splice(0), [
    'failure: disk I/O error',
    'failure: Writes return 503 until the database can be written: disk I/O error',
  ])
  t.match(await runHere(t, 'database migrate', { env: { DATABASE_URL: url } }), {
    code: 0,
    stderr: 'task-board-service: disk I/O error\n',
  })
  const after = await open(t, url, events)
  t.strictSame(await readTexts(after), ['task 1 {}'])
  await t.rejects(after.write({ items: [item('task', 2)] }), UNAVAILABLE)
  t.strictSame(events.seen, ['failure: disk I/O error'])
  limitFiles('unlimited')
  await after.write({ items: [item('task', 3)] })
  await after.close()
  t.strictSame(await readTexts(await open(t, url)), ['task 1 {}', 'task 3 {}'])
})
