import { StoreUnavailable } from '../../../contract/errors.js'
import { announceChanges } from '../../changes.js'
import type { Database } from '../../database.js'
import { type Owner, recordOwner, SELECT_OWNER } from '../../owner/owner.js'
import { createSqlStore, prepareDatabase } from '../../sql/store.js'
import type { BoardQuotas, Store, TaskQuery } from '../../store.js'
import { openSqliteDatabase } from '../database.js'
import { isSame } from '../file-identity.js'
import { openReadingDatabase, type ReadingDatabase } from '../reading-database.js'
import { createTemporaryFile } from '../temporary-file.js'
import { createBoardSizes } from './board-sizes.js'
import { createThread, type Thread } from './client.js'
import { kindOf, type Method } from './methods.js'

/** The name of a database without a file of its own. */
const MEMORY = ':memory:'

/** The maximum time in milliseconds that a short read waits for a lock. Readers wait only in rare cases. */
const BUSY_TIMEOUT = 10

export interface ThreadedStoreOptions {
  quotas: BoardQuotas
  /** This process, which holds the lock of the database. */
  owner: Owner
  /** Receives a failure of the store that the operator should know. */
  onFailure(error: Error): void
  /** Is called when another process serves the database. All calls are refused from then on. */
  onLost(error: Error): void
}

interface Parts {
  /** The database for short reads. */
  database: Database
  writer: Thread
  reader: Thread
  /** Whether the files of the database still exist under their names. Reports their loss once. */
  hasFiles(): boolean
  /** Returns the token of the process that serves the database. */
  token: string
  onLost(error: Error): void
}

/**
 * Opens the store of a SQLite file in several threads, so that this thread waits neither for the disk nor for long
 * statements. One thread writes, and one runs long reads. This thread runs short reads.
 *
 * @param path the path of the file, or `:memory:` for a temporary file
 */
export async function openThreadedStore(path: string, options: ThreadedStoreOptions): Promise<Store> {
  const { quotas, owner, onFailure, onLost } = options
  const { token } = owner
  const temporary = path === MEMORY ? createTemporaryFile() : undefined
  const file = temporary?.path ?? path
  const isDurable = temporary === undefined
  const remove = () => temporary?.remove()
  try {
    const database = await prepare(file, isDurable, owner)
    const { identity } = database
    const setup = { file, identity, isDurable, quotas, token }
    const create = (role: 'writer' | 'reader') => createThread({ setup: { role, ...setup }, onFailure })
    const hasFiles = createLossReport(file, identity, onFailure)
    const parts = { database, writer: create('writer'), reader: create('reader'), hasFiles, token, onLost }
    // The thread starts while the service does. The first write reports a failure.
    parts.writer.open().catch(() => {})
    return forward(parts, remove)
  } catch (error) {
    remove()
    throw error
  }
}

/** Upgrades the tables, records the owner, and opens the database for short reads. */
async function prepare(file: string, isDurable: boolean, owner: Owner): Promise<ReadingDatabase> {
  const database = openSqliteDatabase(file, { isDurable, writesBack: false })
  try {
    await prepareDatabase(database)
    await database.transaction((tx) => recordOwner(tx, owner))
    return openReadingDatabase(file, { busyTimeout: BUSY_TIMEOUT })
  } finally {
    await database.close()
  }
}

/** Returns a function that tells whether the files of the database still exist, and reports each loss once. */
function createLossReport(file: string, identity: string, onFailure: (error: Error) => void): () => boolean {
  let isReported = false
  return () => {
    const isIntact = isSame(file, identity)
    if (!isIntact && !isReported) {
      onFailure(new Error(`A file of the database ${file} was deleted or replaced: writes return 503 until a restart`))
    }
    isReported = !isIntact
    return isIntact
  }
}

/** Creates the store that runs each method at its place. */
function forward({ database, writer, reader, hasFiles, token, onLost }: Parts, onClosed: () => void): Store {
  const short = createSqlStore(database)
  const sizes = createBoardSizes(database, short)
  let closing: Promise<void> | undefined
  let isLost = false

  /** The writer refuses to write if it has lost its files, or if another process serves the database. */
  async function failWrite(error: unknown): Promise<never> {
    if (error instanceof StoreUnavailable && !isLost) {
      hasFiles()
      const owners = await database.all<Owner>(SELECT_OWNER).catch(() => undefined)
      // Another process that has stopped has removed itself.
      if (owners !== undefined && owners[0]?.token !== token) {
        isLost = true
        onLost(new Error('Another process serves the database'))
      }
    }
    throw error
  }

  const places = {
    short: (method: Method, args: unknown[]) => (short[method] as (...args: unknown[]) => Promise<unknown>)(...args),
    long: (method: Method, args: unknown[]) => reader.call(method, args),
    write: (method: Method, args: unknown[]) => writer.call(method, args).catch(failWrite),
    async task(method: Method, args: unknown[]) {
      const isShort = await sizes.isShortTask(...(args as [string, number]))
      return places[isShort ? 'short' : 'long'](method, args)
    },
    async list(method: Method, args: unknown[]) {
      const isShort = await sizes.isShortList(...(args as [string, TaskQuery]))
      return places[isShort ? 'short' : 'long'](method, args)
    },
    async bulk(method: Method, args: unknown[]) {
      try {
        return await places.write(method, args)
      } finally {
        sizes.forget(args[0] as string)
      }
    },
  }

  function at(method: Method) {
    const run = places[kindOf(method)]
    return (...args: unknown[]): Promise<unknown> => (closing === undefined && !isLost ? run(method, args) : fail())
  }

  async function fail(): Promise<never> {
    throw new StoreUnavailable()
  }

  async function close(): Promise<void> {
    await Promise.all([writer.drain(), reader.drain()])
    // If the writer closes last, SQLite deletes the write-ahead log by its path. It can belong to another database now.
    if (!hasFiles()) await writer.close()
    await reader.close()
    await database.close()
    await writer.close()
    onClosed()
  }

  const { changes, ...calls } = short
  const methods = Object.keys(calls).map((method) => [method, at(method as Method)])
  const store: Omit<Store, 'changes'> = {
    ...Object.fromEntries(methods),
    readState: async (board) => (closing !== undefined || isLost ? fail() : short.readState(board)),
    confirm: () => (isLost ? fail() : undefined),
    async ping() {
      if (closing !== undefined || isLost || !hasFiles()) throw new StoreUnavailable()
      await Promise.all([writer.open(), short.ping()])
    },
    close() {
      closing ??= close()
      return closing
    },
  }
  return announceChanges(store, changes)
}
