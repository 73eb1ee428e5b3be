import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import type { Test } from 'tap'
import { DEFAULT_BOARD } from '../../../src/contract/board-id.js'
import { openStore } from '../../../src/rooms/open-store.js'
import type { Store } from '../../../src/rooms/store.js'
import { at, values } from './contract/shared.js'

/** Opens a store in a new file. The test must close it. */
export async function openUnmanaged(t: Test): Promise<{ store: Store; path: string }> {
  const path = `${t.testdir()}/board.db`
  return { store: await openStore(`sqlite:${path}`), path }
}

/** Opens another connection to the file, as another process would. */
export function connect(t: Test, path: string): DatabaseSyncInstance {
  const connection = new DatabaseSync(path)
  t.teardown(() => connection.close())
  return connection
}

/** Returns the number of stored tasks. */
export function countTasks(connection: DatabaseSyncInstance): number {
  const { count } = connection.prepare("SELECT count(*) AS count FROM item WHERE kind = 'task'").get() as {
    count: number
  }
  return count
}

/** Creates a task on the default board. */
export function createTask(store: Store, title = 'A task') {
  return store.createTask(DEFAULT_BOARD, values({ title }), at(0))
}
