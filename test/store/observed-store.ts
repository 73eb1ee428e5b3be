import { symlinkSync } from 'node:fs'
import type { Worker } from 'node:worker_threads'
import { DatabaseSync } from '@photostructure/sqlite'
import type { Test } from 'tap'
import { openStore } from '../../src/store/open-store.js'
import type { BoardQuotas, Store } from '../../src/store/store.js'
import { BOARD, values } from './contract/shared.js'

export const UNAVAILABLE = { statusCode: 503, message: 'The store is not available, try again later' }
export const UNKNOWN = { statusCode: 503, message: 'The request may have been stored, read before you repeat it' }

/**
 * Opens a store in a new file, and collects its threads and the errors after which they ended.
 *
 * @param isLinked whether the store opens a symbolic link to the file
 */
export async function openObserved(t: Test, quotas: BoardQuotas = {}, isLinked = false) {
  const root = t.testdir({ data: {} })
  const folder = `${root}/data`
  const path = `${folder}/board.db`
  const threads: Worker[] = []
  const failures: Error[] = []
  const observe = (worker: Worker) => threads.push(worker)
  process.on('worker', observe)
  const opened = isLinked ? `${root}/link.db` : path
  if (isLinked) symlinkSync(path, opened)
  const store = await openStore(`sqlite:${opened}`, quotas, { onFailure: (error) => failures.push(error) })
  t.teardown(async () => {
    await store.close()
    process.off('worker', observe)
  })
  return { path, folder, store, threads, failures }
}

/** Locks a file against writers, as another process would. Returns a function that unlocks it. */
export function lock(path: string): () => void {
  const connection = new DatabaseSync(path)
  connection.exec('BEGIN IMMEDIATE')
  return () => connection.close()
}

/** The values of a task. */
export const task = (title = 'A task') => values({ title })

/** Requires that a store refuses everything. */
export async function expectNothing(t: Test, store: Store): Promise<void> {
  const calls = [store.readState(BOARD), store.countTasks(BOARD), store.ping(), store.confirm()]
  for (const result of await Promise.allSettled(calls)) t.match(result, { status: 'rejected', reason: UNAVAILABLE })
}
