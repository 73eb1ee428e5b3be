/** Rows in SQLite. @module */

import { dirname, extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { OutcomeUnknown } from '../../../contract/errors.js'
import type { Database, OpenOptions, Step } from '../database.js'
import { prepareTables } from '../old-tables.js'
import { type StorageEvents, unavailable } from '../storage.js'
import { createCommitter, type Outcome, type WriteRequest, type WriterSetup } from './committer.js'
import { CACHE, type Connection, connect, NAMES, put, toTables } from './connection.js'
import { fileOf, identify } from './files.js'
import { takeSqliteLock } from './lock.js'
import { prepareFile } from './prepare.js'

/** Reads wait for a lock in rare cases, in milliseconds. */
const READ_TIMEOUT = 10

/** The entry point of the thread. In `dist/`, all modules are in one folder. */
const EXTENSION = extname(import.meta.filename)
const FILE = join(dirname(import.meta.filename), `writer-thread${EXTENSION}`)

/** Loads the entry point under `npm run dev`, because Node.js does not apply tsx to the first file of a thread. */
const LOAD_SOURCE = `import('tsx/esm/api').then(({ register }) => {
  register()
  return import(${JSON.stringify(pathToFileURL(FILE).href)})
})`

/** What writes to a database. It gets one request after the other. */
interface Writer {
  write(request: WriteRequest): Outcome | Promise<Outcome>
  close(): void | Promise<void>
}

interface Parts {
  /** The connection for reads, which run in this thread. */
  reader: Connection
  writer: Writer
  /** Whether the files of the database still exist under their names. */
  hasFiles(): boolean
}

/**
 * Takes the lock of a SQLite file, and opens it.
 *
 * @param url `sqlite:<path>`, or `sqlite::memory:` for a database that ends with the process
 * @throws DatabaseInUse, Error
 */
export async function openDatabase(url: string, { owner, events, wait }: OpenOptions): Promise<Database> {
  const file = fileOf(url)
  if (file === undefined) {
    // One connection reads and writes in this thread. A write takes less time than a message.
    const connection = connect('')
    connection.exec(`${CACHE}; PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF`)
    await prepareTables(toTables(connection), undefined)
    const writer = { write: createCommitter(connection, owner), close() {} }
    return createSqliteDatabase({ reader: connection, writer, hasFiles: () => true }, events)
  }
  const unlock = await takeSqliteLock(file, wait)
  try {
    const connection = await prepareFile(file, events.onMigrated)
    const reader = connect(file, { readOnly: true, busyTimeout: READ_TIMEOUT })
    // SQLite opens the files with the first read. The last connection that closes would delete the log.
    reader.all(NAMES)
    connection.close()
    const identity = identify(file)
    const writer = startWriter({ file, identity, owner })
    const database = createSqliteDatabase({ reader, writer, hasFiles: () => identify(file) === identity }, events)
    return { ...database, close: () => database.close().finally(unlock) }
  } catch (error) {
    unlock()
    throw error
  }
}

/** Starts the thread that writes. If it ends, the outcome of its request is unknown, and so is that of each later one. */
function startWriter(workerData: WriterSetup): Writer {
  const isSource = EXTENSION === '.ts'
  const worker = new Worker(isSource ? LOAD_SOURCE : FILE, {
    ...{ workerData, name: 'sqlite-writer', eval: isSource },
    // The loaders of a test runner would take most of the time of the start. Yarn Plug'n'Play keeps packages in archives,
    // which only its own loader can read.
    ...(process.versions.pnp === undefined && { execArgv: [], env: { ...process.env, NODE_OPTIONS: '' } }),
  })
  let receive = (_outcome: Outcome) => {}
  let failure: Error | undefined
  worker.on('message', (outcome: Outcome) => receive(outcome))
  worker.on('error', (error) => {
    failure = error as Error
  })
  const ended = new Promise<void>((resolve) => {
    worker.on('exit', (code) => {
      failure ??= new Error(`The thread that writes ended with exit code ${code}`)
      receive({ kind: 'unknown', error: failure })
      resolve()
    })
  })

  return {
    async write(request) {
      if (failure !== undefined) return { kind: 'unknown', error: failure }
      // The process stays alive until the outcome is known.
      worker.ref()
      worker.postMessage(request)
      const outcome = await new Promise<Outcome>((resolve) => {
        receive = resolve
      })
      worker.unref()
      return outcome
    },
    async close() {
      worker.ref()
      worker.postMessage('close')
      await ended
    },
  }
}

/** Creates the database over its connections. */
export function createSqliteDatabase({ reader, writer, hasFiles }: Parts, events: StorageEvents): Database {
  let lost: Error | undefined
  let hasReportedFiles = false

  function lose(error: Error): void {
    if (lost === undefined) events.onLost(error)
    lost ??= error
  }

  function requireOwn(): void {
    if (lost !== undefined) throw unavailable(lost)
  }

  /** @throws StoreUnavailable without a cause if files are lost, because the loss is reported once, and not for each request */
  function requireFiles(): void {
    const isReported = hasReportedFiles
    hasReportedFiles = !hasFiles()
    if (!hasReportedFiles) return
    if (!isReported) {
      events.onFailure(new Error('A file of the database was deleted or replaced: writes return 503 until a restart'))
    }
    throw unavailable()
  }

  async function write(steps: readonly Step[]): Promise<number> {
    let changed = 0
    for (const [index, step] of steps.entries()) {
      const statements = 'sql' in step ? [{ sql: step.sql, rows: [step.params] }] : put(step)
      const outcome = writer.write({ statements, isFirst: index === 0, isLast: index === steps.length - 1 })
      // In this thread, no read is between two steps.
      changed = check(outcome instanceof Promise ? await outcome : outcome)
    }
    return changed
  }

  /** Returns the number of changed rows, or throws why there are none. */
  function check({ kind, changed = 0, error }: Outcome): number {
    if (kind === 'done') return changed
    if (kind === 'foreign') events.onForget()
    if (kind === 'failed') requireFiles()
    if (kind === 'lost') lose(new Error('Another process serves the database'))
    if (kind !== 'unknown') throw unavailable(error)
    lose(error as Error)
    throw new OutcomeUnknown({ cause: error })
  }

  // A transaction records the owner. A full disk does not prevent reads.
  const recorded = write([{ sql: 'SELECT 1', params: [] }]).catch(({ cause }) => {
    if (cause !== undefined && lost === undefined) events.onFailure(cause)
  })

  return {
    async read(sql, params) {
      requireOwn()
      try {
        return reader.all(sql, params)
      } catch (error) {
        throw unavailable(error)
      }
    },
    async write(steps) {
      await recorded
      requireOwn()
      return write(steps)
    },
    confirm: () => (lost === undefined ? undefined : Promise.reject(unavailable(lost))),
    check() {
      requireOwn()
      requireFiles()
    },
    async close() {
      await recorded
      // If the writer closes last, SQLite deletes the log by its path, which can belong to another database now.
      if (!hasFiles()) await writer.close()
      reader.close()
      await writer.close()
    },
  }
}
