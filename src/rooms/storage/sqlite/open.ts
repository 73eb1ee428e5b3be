import { OutcomeUnknown } from '../../../contract/errors.js'
import type { Database, OpenOptions, Step } from '../database.js'
import type { Owner } from '../lock.js'
import { prepareTables } from '../migration/tables.js'
import { type StorageEvents, unavailable } from '../storage.js'
import { createCommitter, type Outcome } from './committer.js'
import { CACHE, type Connection, connect } from './connection.js'
import { fileOf, identify } from './files.js'
import { takeSqliteLock } from './lock.js'
import { prepareFile, toTables } from './tables.js'
import { startWriter, type Writer } from './writer.js'

/** Reads wait for a lock in rare cases, in milliseconds. */
const READ_TIMEOUT = 10

/** Begins a transaction, which records the owner. */
const RECORD_OWNER: Step = { sql: 'SELECT 1', params: [] }

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
  if (file === undefined) return createSqliteDatabase(await openTemporary(owner), events)
  const unlock = await takeSqliteLock(file, wait)
  try {
    const connection = await prepareFile(file, events.onMigrated)
    const reader = connect(file, { readOnly: true, busyTimeout: READ_TIMEOUT })
    reader.exec(CACHE)
    // The last connection that closes would delete the log.
    connection.close()
    const identity = identify(file)
    const writer = startWriter({ file, identity, owner })
    const hasFiles = () => identify(file) === identity
    const database = createSqliteDatabase({ reader, writer, hasFiles }, events)
    return { ...database, close: () => database.close().finally(unlock) }
  } catch (error) {
    unlock()
    throw error
  }
}

/** Opens a database that one connection reads and writes, in this thread. A write takes less time than a message. */
async function openTemporary(owner: Owner): Promise<Parts> {
  const connection = connect('')
  connection.exec(`${CACHE}; PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF`)
  await prepareTables(toTables(connection), undefined)
  const writer = { write: createCommitter(connection, owner), close() {} }
  return { reader: connection, writer, hasFiles: () => true }
}

/** Creates the database over its connections. */
export function createSqliteDatabase({ reader, writer, hasFiles }: Parts, events: StorageEvents): Database {
  let lost: Error | undefined
  let hasReportedFiles = false

  function lose(error: Error): void {
    if (lost !== undefined) return
    lost = error
    events.onLost(error)
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

  /** Returns the number of changed rows, or throws why there are none. */
  function check({ kind, changed = 0, error }: Outcome): number {
    if (kind === 'done') return changed
    if (kind === 'foreign') events.onForget()
    if (kind === 'failed' || kind === 'replaced') requireFiles()
    if (kind === 'lost') lose(new Error('Another process serves the database'))
    if (kind === 'unknown') {
      lose(error as Error)
      throw new OutcomeUnknown({ cause: error })
    }
    throw unavailable(error)
  }

  async function write(steps: readonly Step[]): Promise<number> {
    let changed = 0
    for (const [index, step] of steps.entries()) {
      const outcome = writer.write({ step, isFirst: index === 0, isLast: index === steps.length - 1 })
      // In this thread, no read is between two steps.
      changed = check(outcome instanceof Promise ? await outcome : outcome)
    }
    return changed
  }

  // A full disk does not prevent reads.
  const recorded = write([RECORD_OWNER]).catch(({ cause }) => {
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
