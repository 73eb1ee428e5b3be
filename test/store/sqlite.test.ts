import { once } from 'node:events'
import { closeSync, copyFileSync, openSync, statSync, truncateSync, writeSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import t, { type Test } from 'tap'
import { openStore, StoreUnusable } from '../../src/store/open-store.js'
import { openSqliteDatabase } from '../../src/store/sqlite/database.js'
import { DEFAULT_BOARD, type Store } from '../../src/store/store.js'
import { at, file, readAll, values } from './contract/shared.js'
import { storeContract } from './contract.js'

const UNAVAILABLE = { statusCode: 503, message: 'The store is not available, try again later' }

t.test('the contract of the store, in memory', (t) => {
  storeContract(t, () => openStore('sqlite::memory:'))
  t.end()
})

t.test('the contract of the store, in a file', (t) => {
  storeContract(t, (t) => openStore(`sqlite:${t.testdir()}/board.db`))
  t.end()
})

/** A store in a file that the test closes itself. */
async function openSeparately(t: Test): Promise<{ store: Store; path: string }> {
  const path = `${t.testdir()}/board.db`
  return { store: await openStore(`sqlite:${path}`), path }
}

/** A store in a file of a new folder. */
async function openInFile(t: Test): Promise<{ store: Store; path: string }> {
  const opened = await openSeparately(t)
  t.teardown(() => opened.store.close())
  return opened
}

/** A connection of its own to the same file, as another process would have it. */
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

t.test('the folders of the file are made when they are missing', async (t) => {
  const path = `${t.testdir()}/a/b c/board.db`
  const store = await openStore(`sqlite:${path}`)
  await createTask(store)
  await store.close()
  t.ok(statSync(path).isFile())
})

t.test('everything is there after closing and opening again', async (t) => {
  const { store: first, path } = await openSeparately(t)
  const checklistItems = [{ text: 'item', done: true }]
  const { id } = await first.createTask(DEFAULT_BOARD, values({ labels: ['é'], checklistItems }), at(0))
  const { id: gone } = await createTask(first)
  const comment = await first.createComment(DEFAULT_BOARD, id, 'text', at(1))
  const [attachment] = await first.addAttachments(DEFAULT_BOARD, id, [file('a', 'bytes')], at(2))
  await first.deleteTask(DEFAULT_BOARD, gone)
  const session = { id: 'session', username: 'ada' }
  await first.createSession(DEFAULT_BOARD, session, { hash: 'hash', expiresAt: at(100) }, at(0))
  await first.signingKey(DEFAULT_BOARD, 'key')
  await first.startFaultPlan(DEFAULT_BOARD, 7, 1)
  await first.takeFaultOrdinal(DEFAULT_BOARD)
  const before = await readAll(first)
  await first.close()

  const store = await openStore(`sqlite:${path}`)
  t.teardown(() => store.close())
  t.strictSame(await readAll(store), before)
  t.match(before, [{ id, comments: [{ id: comment.id }], attachments: [{ id: attachment?.id }] }])
  const { bytes } = await store.getAttachment(DEFAULT_BOARD, id, attachment?.id ?? 0)
  t.equal(Buffer.from(bytes).toString(), 'bytes')
  t.match(await store.findSession(DEFAULT_BOARD, session.id), { username: 'ada' })
  t.equal(await store.signingKey(DEFAULT_BOARD, 'other'), 'key', 'decision 30: the key stays')
  t.match(await store.takeFaultOrdinal(DEFAULT_BOARD), { seed: 7, ordinal: 1 })
  t.ok((await createTask(store)).id > gone, 'decision 21: ids go on counting')
})

t.test('every board in memory is its own', async (t) => {
  const stores = [await openStore('sqlite::memory:'), await openStore('sqlite::memory:')] as const
  t.teardown(() => Promise.all(stores.map((store) => store.close())))
  await createTask(stores[0])
  t.equal((await readAll(stores[1])).length, 0)
})

t.test('what is acknowledged is committed: another connection sees it at once', async (t) => {
  const { store, path } = await openInFile(t)
  const other = connect(t, path)
  const counts: number[] = []
  await Promise.all(
    Array.from({ length: 30 }, async () => {
      await createTask(store)
      counts.push(countTasks(other))
    }),
  )
  t.strictSame(counts, Array(30).fill(30), 'the whole group is committed before the first is acknowledged')
})

t.test('a write that fails does no harm to the others of its group', async (t) => {
  const { store, path } = await openInFile(t)
  const other = connect(t, path)
  const broken = null as unknown as string
  const outcomes = await Promise.allSettled(
    Array.from({ length: 9 }, (_, index) => createTask(store, index % 3 === 1 ? broken : `Task ${index}`)),
  )
  t.strictSame(
    outcomes.map(({ status }) => status),
    Array.from({ length: 9 }, (_, index) => (index % 3 === 1 ? 'rejected' : 'fulfilled')),
  )
  t.equal(countTasks(other), 6)
  t.strictSame(
    (await readAll(store)).map(({ title, sortOrder }) => [title, sortOrder]),
    [0, 2, 3, 5, 6, 8].map((index, place) => [`Task ${index}`, place]),
  )
})

t.test('a statement that the database refuses takes back the whole write it belongs to', async (t) => {
  const { store } = await openInFile(t)
  const token = { hash: 'the same hash', expiresAt: at(100) }
  const sessions = ['first', 'second', 'third'].map((id) => ({ id, username: 'ada' }))
  const outcomes = await Promise.allSettled([
    store.createSession(DEFAULT_BOARD, { id: 'first', username: 'ada' }, token, at(0)),
    store.createSession(DEFAULT_BOARD, { id: 'second', username: 'ada' }, token, at(0)),
    store.createSession(DEFAULT_BOARD, { id: 'third', username: 'ada' }, { ...token, hash: 'other' }, at(0)),
  ])
  t.match(outcomes, [
    { status: 'fulfilled' },
    { status: 'rejected', reason: { message: /constraint failed/ } },
    { status: 'fulfilled' },
  ])
  const found = await Promise.all(sessions.map(({ id }) => store.findSession(DEFAULT_BOARD, id)))
  t.strictSame(
    found.map((session) => session?.username),
    ['ada', undefined, 'ada'],
  )
})

t.test('a read that begins while a group is being written waits for its commit', async (t) => {
  const database = openSqliteDatabase(`${t.testdir()}/board.db`)
  t.teardown(() => database.close())
  await database.transaction((tx) => tx.all('CREATE TABLE note (text TEXT NOT NULL)'))
  const reads: Promise<{ text: string }[]>[] = []
  const read = () => reads.push(database.all<{ text: string }>('SELECT text FROM note'))
  const kept = database.transaction(async (tx) => {
    await tx.all("INSERT INTO note VALUES ('kept')")
    read()
    await tx.all("INSERT INTO note VALUES ('kept too')")
    read()
  })
  const undone = database.transaction(async (tx) => {
    await tx.all("INSERT INTO note VALUES ('undone')")
    read()
    throw new Error('No')
  })
  read()
  await t.rejects(undone, { message: 'No' })
  await kept
  const texts = (await Promise.all(reads)).map((rows) => rows.map(({ text }) => text))
  const committed = ['kept', 'kept too']
  t.strictSame(texts, [[], committed, committed, committed])
})

t.test('writes are durable: journal mode WAL, synchronous FULL', async (t) => {
  const path = `${t.testdir()}/board.db`
  const database = openSqliteDatabase(path)
  t.teardown(() => database.close())
  t.match(await database.all('PRAGMA synchronous'), [{ synchronous: 2 }])
  t.match(connect(t, path).prepare('PRAGMA journal_mode').get(), { journal_mode: 'wal' })
})

t.test('a full database refuses writes whole, and takes them again when it has room', async (t) => {
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

t.test(
  'a file that is too large to be read whole at the start is opened, and its damage answered when it is met',
  async (t) => {
    const { store: first, path } = await openSeparately(t)
    const tasks = await Promise.all(Array.from({ length: 300 }, () => createTask(first, 'x'.repeat(100))))
    await first.close()
    const { size } = statSync(path)
    const descriptor = openSync(path, 'r+')
    writeSync(descriptor, Buffer.alloc(8192, 0xaa), 0, 8192, Math.floor(size / 8192) * 4096)
    closeSync(descriptor)
    await t.rejects(openStore(`sqlite:${path}`), { message: /damaged|malformed/ })

    // As far as the rest is concerned it takes no room.
    truncateSync(path, 2 ** 30 + 4096)
    const store = await openStore(`sqlite:${path}`)
    t.teardown(() => store.close())
    const reads = await Promise.allSettled(tasks.map(({ id }) => store.getTask(DEFAULT_BOARD, id)))
    const idsOf = (status: string) =>
      tasks.flatMap(({ id }, index) => (reads[index]?.status === status ? id : []))
    const [[whole = 0], [damaged = 0]] = [idsOf('fulfilled'), idsOf('rejected')]
    t.ok(whole > 0 && damaged > 0)
    await t.rejects(store.getTask(DEFAULT_BOARD, damaged), UNAVAILABLE)
    await t.rejects(store.deleteTask(DEFAULT_BOARD, damaged), UNAVAILABLE)
    await store.createComment(DEFAULT_BOARD, whole, 'A comment', at(1))
    t.match(await store.getTask(DEFAULT_BOARD, whole), { comments: [{ text: 'A comment' }] })
  },
)

t.test('a file that cannot be used is refused in one line', async (t) => {
  const folder = t.testdir({ 'text.db': 'This is text, and no database at all. '.repeat(50), folder: {} })
  const cases: Record<string, [url: string, message: RegExp]> = {
    'no database': [
      `sqlite:${folder}/text.db`,
      /^Cannot use the database sqlite:.*text\.db: file is not a database$/,
    ],
    'a path under a file': [`sqlite:${folder}/text.db/board.db`, /^Cannot use the database sqlite:.*: .+$/],
    'a folder': [`sqlite:${folder}/folder`, /^Cannot use the database sqlite:.*: EISDIR: .*$/],
    'another scheme': ['mysql://localhost/board', /^Unsupported database URL: mysql:\/\/localhost\/board$/],
    'a password': [
      'mysql://ada:en/gi?ne#@x@host/board',
      /^Unsupported database URL: mysql:\/\/ada:\*\*\*@host\/board$/,
    ],
    'a password without slashes': [
      'mysql:ada:engine@host/board',
      /^Unsupported database URL: mysql:ada:\*\*\*@host\/board$/,
    ],
    'passwords as parameters': [
      'mysql://host/board?password=engine&a=b&PASSWORD=engine',
      /^Unsupported database URL: mysql:\/\/host\/board\?password=\*\*\*&a=b&PASSWORD=\*\*\*$/,
    ],
    'no scheme': ['board.db', /^Unsupported database URL: board\.db$/],
    nothing: ['', /^Unsupported database URL: $/],
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

t.test('a database of a newer version is refused in one line, and left as it is', async (t) => {
  const { store, path } = await openSeparately(t)
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

t.test('opening a database again changes nothing of its schema', async (t) => {
  const { store, path } = await openSeparately(t)
  await store.close()
  const other = connect(t, path)
  const schema = () => other.prepare('SELECT sql FROM sqlite_schema ORDER BY name').all()
  const before = schema()
  await (await openStore(`sqlite:${path}`)).close()
  t.strictSame(schema(), before)
})

t.test('closing waits for the writes that were asked for before', async (t) => {
  const { store, path } = await openSeparately(t)
  const writes = Array.from({ length: 10 }, () => createTask(store))
  await store.close()
  t.equal((await Promise.all(writes)).length, 10)
  t.equal(countTasks(connect(t, path)), 10)
})

t.test('after closing, the file alone holds everything', async (t) => {
  const { store, path } = await openSeparately(t)
  await createTask(store)
  await store.close()
  copyFileSync(path, `${path}.copy`)
  const copy = await openStore(`sqlite:${path}.copy`)
  t.teardown(() => copy.close())
  t.equal((await readAll(copy)).length, 1)
})

t.test(
  'a lock of another process that lasts makes the store unavailable, for as long as it lasts',
  async (t) => {
    const { store, path } = await openInFile(t)
    await createTask(store)
    const other = connect(t, path)
    other.exec('BEGIN IMMEDIATE')
    const writes = await Promise.allSettled([createTask(store), createTask(store)])
    for (const write of writes) t.match(write, { status: 'rejected', reason: UNAVAILABLE })
    t.equal((await readAll(store)).length, 1, 'reads go on')
    other.exec('ROLLBACK')
    t.equal((await createTask(store)).sortOrder, 1)
  },
)

/** Locks a file from another thread until half a second after `locked` is sent. */
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

t.test('a write waits for a short lock of another process', async (t) => {
  const { store, path } = await openInFile(t)
  const worker = new Worker(LOCKER, { eval: true, workerData: path })
  const ended = once(worker, 'exit')
  await once(worker, 'message')
  t.equal((await createTask(store)).sortOrder, 0)
  await ended
})

t.test('two stores on one file write in turns', async (t) => {
  const { store, path } = await openInFile(t)
  const other = await openStore(`sqlite:${path}`)
  t.teardown(() => other.close())
  const tasks = await Promise.all(
    Array.from({ length: 40 }, (_, index) => createTask(index % 2 === 0 ? store : other)),
  )
  t.equal(new Set(tasks.map(({ id }) => id)).size, 40)
  t.strictSame(
    tasks.map(({ sortOrder }) => sortOrder).sort((a, b) => a - b),
    [...Array(40).keys()],
  )
  t.strictSame(await readAll(other), await readAll(store))
})
