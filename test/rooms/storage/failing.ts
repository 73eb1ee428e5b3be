import type { Test } from 'tap'
import { createStorage } from '../../../src/rooms/storage/create-storage.js'
import { createOwner } from '../../../src/rooms/storage/lock.js'
import { createCommitter } from '../../../src/rooms/storage/sqlite/committer.js'
import { connect } from '../../../src/rooms/storage/sqlite/connection.js'
import { createSqliteDatabase } from '../../../src/rooms/storage/sqlite/open.js'
import { prepareFile } from '../../../src/rooms/storage/sqlite/prepare.js'
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
export async function openFailing(t: Test, file: string, events: StorageEvents & { seen: string[] } = observe()) {
  const connection = await prepareFile(file, events.onMigrated)
  const reader = connect(file, { readOnly: true })
  let failing: Failure | undefined

  function attempt<Result>(sql: string, run: () => Result): Result {
    if (failing === undefined || !sql.startsWith(failing.statement)) return run()
    const { errcode, hasEffect } = failing
    failing = undefined
    if (hasEffect) run()
    throw Object.assign(new Error('It fails'), { errcode })
  }

  const { exec, run } = connection
  const write = createCommitter(
    {
      ...connection,
      exec: (sql) => attempt(sql, () => exec(sql)),
      run: (sql, params) => attempt(sql, () => run(sql, params)),
    },
    createOwner(),
  )
  // A real process ends after an unknown outcome, and its transaction with it.
  const writer = { write, close: connection.close }
  const storage = createStorage(createSqliteDatabase({ reader, writer, hasFiles: () => true }, events))
  t.teardown(() => storage.close())
  const fail = (failure: Failure | undefined) => {
    failing = failure
  }
  return { storage, events, fail }
}
