import { symlinkSync } from 'node:fs'
import type { Test } from 'tap'
import type { BoardQuotas } from '../../../src/rooms/board/values.js'
import { openStore } from '../../../src/rooms/open-store.js'
import type { Store } from '../../../src/rooms/store.js'
import { BOARD, values } from './contract/shared.js'

export const UNAVAILABLE = { statusCode: 503, message: 'The store is not available, try again later' }
export const UNKNOWN = { statusCode: 503, message: 'The request may have been stored, read before you repeat it' }

/**
 * Opens a store in a new file, and collects its failures.
 *
 * @param isLinked whether the store opens a symbolic link to the file
 */
export async function openObserved(t: Test, quotas: BoardQuotas = {}, isLinked = false) {
  const root = t.testdir({ data: {} })
  const folder = `${root}/data`
  const path = `${folder}/board.db`
  const failures: Error[] = []
  const opened = isLinked ? `${root}/link.db` : path
  if (isLinked) symlinkSync(path, opened)
  const store = await openStore(`sqlite:${opened}`, quotas, { onFailure: (error) => failures.push(error) })
  t.teardown(() => store.close())
  return { path, folder, store, failures }
}

/** The values of a task. */
export const task = (title = 'A task') => values({ title })

/** Requires that a store refuses everything. */
export async function expectNothing(t: Test, store: Store): Promise<void> {
  const calls = [store.readState(BOARD), store.countTasks(BOARD), store.ping(), store.confirm()]
  for (const result of await Promise.allSettled(calls)) t.match(result, { status: 'rejected', reason: UNAVAILABLE })
}
