import { isRead } from '../../changes.js'
import type { Store } from '../../store.js'

/**
 * Where a method of the store runs.
 *
 * - `write`: in the thread that writes.
 * - `short`: in the thread of the service. Its statements use an index and read few rows, whatever is stored.
 * - `long`: in the thread for long reads.
 * - `task` and `list`: in the thread of the service if little is to be read, else in the thread for long reads.
 * - `bulk`: like `write`. It may add many tasks.
 */
export type CallKind = 'write' | 'bulk' | 'short' | 'long' | 'task' | 'list'

/** A method of the store that can run in another thread. */
export type Method = Exclude<keyof Store, 'readState' | 'changes' | 'confirm' | 'ping' | 'close'>

/** The reads that are not long, and the writes that are not single. */
const EXCEPTIONS: Partial<Record<Method, CallKind>> = {
  getTask: 'task',
  listTasks: 'list',
  countTasks: 'short',
  findSession: 'short',
  readFaultPlan: 'short',
  listEffects: 'short',
  getBoard: 'short',
  listRequestsAfter: 'short',
  listClaims: 'short',
  listClaimsAfter: 'short',
  listClaimsAbout: 'short',
  getGrade: 'short',
  listSolved: 'short',
  getClass: 'short',
  findClass: 'short',
  listLearners: 'short',
  fillEmptyBoard: 'bulk',
  resetBoard: 'bulk',
  replaceContent: 'bulk',
}

/** Returns the kind of the calls of a method. A read is long by default, because a long one must not run elsewhere. */
export function kindOf(method: Method): CallKind {
  return EXCEPTIONS[method] ?? (isRead(method) ? 'long' : 'write')
}
