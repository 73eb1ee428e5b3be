import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import type { Test } from 'tap'
import { createStorage } from '../../../src/rooms/storage/create-storage.js'
import { createOwner } from '../../../src/rooms/storage/owner.js'
import { createCommitter } from '../../../src/rooms/storage/sqlite/committer.js'
import { createSqliteEngine } from '../../../src/rooms/storage/sqlite/engine.js'
import { openFile } from '../../../src/rooms/storage/sqlite/open-file.js'
import type { StorageEvents } from '../../../src/rooms/storage/storage.js'
import { observe } from './fixture.js'

/** The results of SQLite by their names. */
export const FULL = 13
export const IOERR_WRITE = 778
export const IOERR_FSYNC = 1034

/** A statement that fails once. */
export interface Failure {
  /** How the statement begins. */
  statement: string
  errcode: number
  /** Whether it has its effect all the same. */
  hasEffect?: boolean
}

/** Opens a storage that writes in this thread, over a connection whose next statement of a kind fails. */
export async function openFailing(
  t: Test,
  file: string,
  { waitingMax, events = observe() }: { waitingMax?: number; events?: StorageEvents & { seen: string[] } } = {},
) {
  const { reader } = await openFile(file, events.onMigrated)
  const connection = new DatabaseSync(file)
  let failing: Failure | undefined

  function attempt<Result>(sql: string, run: () => Result): Result {
    if (failing === undefined || !sql.startsWith(failing.statement)) return run()
    const { errcode, hasEffect } = failing
    failing = undefined
    if (hasEffect) run()
    throw Object.assign(new Error('It fails'), { errcode })
  }

  function prepare(sql: string) {
    const statement = connection.prepare(sql)
    return {
      all: statement.all.bind(statement),
      run: (...params: never[]) => attempt(sql, () => statement.run(...params)),
    }
  }

  const write = createCommitter(
    new Proxy(connection, {
      get(target, name) {
        if (name === 'exec') return (sql: string) => attempt(sql, () => connection.exec(sql))
        if (name === 'prepare') return prepare
        return target[name as keyof DatabaseSyncInstance]
      },
    }),
    createOwner(),
  )
  const writer = {
    opened: Promise.resolve({ kind: 'done', changed: 0 } as const),
    write: async (request: Parameters<typeof write>[0]) => write(request),
    async close() {
      // A real process ends after an unknown outcome, and its transaction with it.
      if (connection.isTransaction) connection.exec('ROLLBACK')
      connection.close()
    },
  }
  const storage = createStorage(createSqliteEngine({ reader, writer, hasFiles: () => true }, events), waitingMax)
  t.teardown(() => storage.close())
  const fail = (failure: Failure | undefined) => {
    failing = failure
  }
  return { storage, events, fail }
}
