import { once } from 'node:events'
import { closeSync, copyFileSync, openSync, readFileSync, statSync, truncateSync, writeSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import t, { type Test } from 'tap'
import { openDatabase, openStore } from '../../src/store/open-store.js'
import { createSqlStore } from '../../src/store/sql/store.js'
import { openSqliteDatabase } from '../../src/store/sqlite/database.js'
import { openReadingDatabase } from '../../src/store/sqlite/reading-database.js'
import { DEFAULT_BOARD, type Store } from '../../src/store/store.js'
import { StoreUnusable } from '../../src/store/unusable.js'
import { at, file, readAll, readTask, values } from './contract/shared.js'
import { storeContract } from './contract.js'

const UNAVAILABLE = { statusCode: 503, message: 'The store is not available, try again later' }

t.test('the contract of the store in SQLite', (t) => storeContract(t, `sqlite:${t.testdir()}/board.db`))

/** Opens a store in a new file. The test must close it. */
async function openUnmanaged(t: Test): Promise<{ store: Store; path: string }> {
  const path = `${t.testdir()}/board.db`
  return { store: await openStore(`sqlite:${path}`), path }
}

/** Opens a store in a new file, and closes it after the test. */
async function openInFile(t: Test): Promise<{ store: Store; path: string }> {
  const opened = await openUnmanaged(t)
  t.teardown(() => opened.store.close())
  return opened
}

/** Opens another connection to the file, as another process would. */
function connect(t: Test, path: string): DatabaseSyncInstance {
  const connection = new DatabaseSync(path)
  t.teardown(() => connection.close())
  return connection
}

function countTasks(connection: DatabaseSyncInstance): number {
  return (connection.prepare('SELECT count(*) AS count FROM task').get() as { count: number }).count
}

function createTask(store: Store, title = 'A task') {
  return store.createTask(DEFAULT_BOARD, values({ title }), at(0))
}

t.test('creates missing folders of the file', async (t) => {
  const path = `${t.testdir()}/a/b c/board.db`
  const store = await openStore(`sqlite:${path}`)
  await createTask(store)
  await store.close()
  t.ok(statSync(path).isFile())
})

t.test('keeps all data after closing and opening again', async (t) => {
  const { store: first, path } = await openUnmanaged(t)
  const checklistItems = [{ text: 'item', done: true }]
  const { id } = await first.createTask(DEFAULT_BOARD, values({ labels: ['é'], checklistItems }), at(0))
  const { id: deleted } = await createTask(first)
  const comment = await first.createComment(DEFAULT_BOARD, id, 'text', at(1))
  const [attachment] = await first.addAttachments(DEFAULT_BOARD, id, [file('a', 'bytes')], at(2))
  await first.deleteTask(DEFAULT_BOARD, deleted)
  const session = { id: 'session', username: 'ada' }
  await first.createSession(DEFAULT_BOARD, session, { hash: 'hash', expiresAt: at(100) }, at(0))
  await first.signingKey(DEFAULT_BOARD, 'key')
  await first.startFaultPlan(DEFAULT_BOARD, 7, 1)
  await first.reserveFaultOrdinals(DEFAULT_BOARD, 1)
  const before = await readAll(first)
  await first.close()

  const store = await openStore(`sqlite:${path}`)
  t.teardown(() => store.close())
  t.strictSame(await readAll(store), before)
  t.match(before, [{ id, comments: [{ id: comment.id }], attachments: [{ id: attachment?.id }] }])
  const { bytes } = await store.getAttachment(DEFAULT_BOARD, id, attachment?.id ?? 0)
  t.equal(Buffer.from(bytes).toString(), 'bytes')
  t.match(await store.findSession(DEFAULT_BOARD, session.id), { username: 'ada' })
  t.equal(await store.signingKey(DEFAULT_BOARD, 'other'), 'key', 'keeps the signing key')
  t.match(await store.reserveFaultOrdinals(DEFAULT_BOARD, 1), { seed: 7, ordinal: 1 })
  t.ok((await createTask(store)).id > deleted, 'does not reuse ids')
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

t.test('a read during a group of writes waits for the commit', async (t) => {
  const database = openSqliteDatabase(`${t.testdir()}/board.db`)
  t.teardown(() => database.close())
  await database.transaction((tx) => tx.all('CREATE TABLE note (text TEXT NOT NULL)'))
  const reads: Promise<{ text: string }[]>[] = []
  const read = () => reads.push(database.all<{ text: string }>('SELECT text FROM note'))
  const successful = database.transaction(async (tx) => {
    await tx.all("INSERT INTO note VALUES ('first')")
    read()
    await tx.all("INSERT INTO note VALUES ('second')")
    read()
  })
  const failing = database.transaction(async (tx) => {
    await tx.all("INSERT INTO note VALUES ('rolled back')")
    read()
    throw new Error('No')
  })
  read()
  await t.rejects(failing, { message: 'No' })
  await successful
  const texts = (await Promise.all(reads)).map((rows) => rows.map(({ text }) => text))
  const committed = ['first', 'second']
  t.strictSame(texts, [[], committed, committed, committed])
})

t.test('uses the journal mode WAL and synchronous FULL, so that writes are durable', async (t) => {
  const path = `${t.testdir()}/board.db`
  const database = openSqliteDatabase(path)
  t.teardown(() => database.close())
  t.match(await database.all('PRAGMA synchronous'), [{ synchronous: 2 }])
  t.match(connect(t, path).prepare('PRAGMA journal_mode').get(), { journal_mode: 'wal' })
})

t.test('a full database rolls writes back, and accepts writes again when it has room', async (t) => {
  const database = openSqliteDatabase(`${t.testdir()}/board.db`)
  t.teardown(() => database.close())
  const write = (length: number) =>
    database.transaction(async (tx) => {
      await tx.all("INSERT INTO note VALUES ('small')")
      await tx.all('INSERT INTO note VALUES (?)', ['x'.repeat(length)])
    })
  await database.transaction((tx) => tx.all('CREATE TABLE note (text TEXT NOT NULL)'))
  await database.all('PRAGMA max_page_count = 10')
  await t.rejects(write(100_000), { ...UNAVAILABLE, cause: { message: 'database or disk is full' } })
  t.strictSame(await database.all('SELECT * FROM note'), [])
  await database.all('PRAGMA max_page_count = 1000')
  await write(100_000)
  t.equal((await database.all('SELECT * FROM note')).length, 2)
})

t.test('opens a large damaged file, and returns 503 only for the damaged rows', async (t) => {
  const { store: first, path } = await openUnmanaged(t)
  const tasks = await Promise.all(Array.from({ length: 600 }, () => createTask(first, 'x'.repeat(100))))
  await first.close()
  const { size } = statSync(path)
  const descriptor = openSync(path, 'r+')
  writeSync(descriptor, Buffer.alloc(8192, 0xaa), 0, 8192, Math.floor(size / 8192) * 4096)
  closeSync(descriptor)
  await t.rejects(openStore(`sqlite:${path}`), { message: /damaged|malformed/ })

  // The file becomes larger than what is checked at the start. As a sparse file it needs no space.
  truncateSync(path, 2 ** 30 + 4096)
  const store = await openStore(`sqlite:${path}`)
  t.teardown(() => store.close())
  const reads = await Promise.allSettled(tasks.map(({ id }) => readTask(store, DEFAULT_BOARD, id)))
  const idsOf = (status: string) => tasks.flatMap(({ id }, index) => (reads[index]?.status === status ? id : []))
  const [[intact = 0], [damaged = 0]] = [idsOf('fulfilled'), idsOf('rejected')]
  t.ok(intact > 0 && damaged > 0)
  await t.rejects(readTask(store, DEFAULT_BOARD, damaged), UNAVAILABLE)
  await t.rejects(store.deleteTask(DEFAULT_BOARD, damaged), UNAVAILABLE)
  await store.createComment(DEFAULT_BOARD, intact, 'A comment', at(1))
  t.match(await readTask(store, DEFAULT_BOARD, intact), { comments: [{ text: 'A comment' }] })
})

t.test('refuses the database of another application, and does not change it', async (t) => {
  const contents = ['CREATE TABLE note (text TEXT)', 'CREATE TABLE schema_version (version TEXT)']
  for (const [index, content] of contents.entries()) {
    const path = `${t.testdir()}/${index}.db`
    const other = new DatabaseSync(path)
    other.exec(content)
    other.close()
    const before = readFileSync(path)
    await t.rejects(openStore(`sqlite:${path}`), {
      message: /^Cannot use the database .*: It is the database of another application$/,
    })
    t.ok(readFileSync(path).equals(before), content)
  }
})

t.test('a connection that only reads does not create a file', async (t) => {
  const path = `${t.testdir()}/board.db`
  t.throws(() => openReadingDatabase(path, { busyTimeout: 1 }), { message: UNAVAILABLE.message })
  t.throws(() => statSync(path), { code: 'ENOENT' })
})

t.test('refuses an unusable database URL with one line', async (t) => {
  const folder = t.testdir({ 'text.db': 'This is text, not a database. '.repeat(50), folder: {} })
  const cases: Record<string, [url: string, message: RegExp]> = {
    'a file that is not a database': [
      `sqlite:${folder}/text.db`,
      /^Cannot use the database sqlite:.*text\.db: file is not a database$/,
    ],
    'a path under a file': [`sqlite:${folder}/text.db/board.db`, /^Cannot use the database sqlite:.*: .+$/],
    'missing folders under a file': [
      `sqlite:${folder}/text.db/missing/folders/board.db`,
      /^Cannot use the database sqlite:.*: .+$/,
    ],
    'a folder': [`sqlite:${folder}/folder`, /^Cannot use the database sqlite:.*: .*unable to open database file$/],
    'another scheme': ['mysql://localhost/board', /^Unsupported database URL: mysql:\/\/localhost\/board$/],
    'a password': [
      'mysql://ada:en/gi?ne#@x@host/board',
      /^Unsupported database URL: mysql:\/\/ada:\*\*\*@host\/board$/,
    ],
    'a password without slashes': [
      'mysql:ada:engine@host/board',
      /^Unsupported database URL: mysql:ada:\*\*\*@host\/board$/,
    ],
    'a password as a parameter': [
      'mysql://host/board?password=engine&a=b&PASSWORD=engine',
      /^Unsupported database URL: mysql:\/\/host\/board\?password=\*\*\*&a=b&PASSWORD=\*\*\*$/,
    ],
    'no scheme': ['board.db', /^Unsupported database URL: board\.db$/],
    'an empty string': ['', /^Unsupported database URL: $/],
  }
  for (const [name, [url, message]] of Object.entries(cases)) {
    const error = await openStore(url).then(
      () => t.fail(`${name} was opened`),
      (reason: Error) => reason,
    )
    t.ok(error instanceof StoreUnusable, name)
    t.match((error as Error).message, message, name)
    t.notMatch((error as Error).message, /\n/, name)
  }
})

t.test('refuses a database of a newer version with one line, and leaves it unchanged', async (t) => {
  const { store, path } = await openUnmanaged(t)
  await createTask(store)
  await store.close()
  const other = connect(t, path)
  other.exec('UPDATE schema_version SET version = 1000')
  const url = `sqlite:${path}`
  await t.rejects(openStore(url), {
    message: new RegExp(
      '^Cannot use the database .*: The database has schema version 1000 ' +
        'of a newer version of the service; this one supports versions up to \\d+$',
    ),
  })
  t.equal(countTasks(other), 1)
  t.match(other.prepare('SELECT version FROM schema_version').all(), [{ version: 1000 }])
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
  const writes = Promise.all(Array.from({ length: 10 }, () => createTask(store)))
  await store.close()
  await writes
  copyFileSync(path, `${path}.copy`)
  const copy = await openStore(`sqlite:${path}.copy`)
  t.teardown(() => copy.close())
  t.equal((await readAll(copy)).length, 10)
})

t.test('the store is unavailable while another process locks the file for long', async (t) => {
  const path = `${t.testdir()}/board.db`
  const database = await openDatabase(`sqlite:${path}`, 'create')
  t.match(await database.all('PRAGMA busy_timeout'), [{ timeout: 5000 }])
  await database.all('PRAGMA busy_timeout = 100')
  const store = createSqlStore(database)
  t.teardown(() => store.close())
  await createTask(store)
  const other = connect(t, path)
  other.exec('BEGIN IMMEDIATE')
  const writes = await Promise.allSettled([createTask(store), createTask(store)])
  for (const write of writes) t.match(write, { status: 'rejected', reason: UNAVAILABLE })
  t.equal((await readAll(store)).length, 1, 'reads still work')
  other.exec('ROLLBACK')
  t.equal((await createTask(store)).sortOrder, 1)
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
