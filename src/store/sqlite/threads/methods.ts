import type { Store } from '../../store.js'

/**
 * Where a method of the store runs.
 *
 * - `write`: in the thread that writes.
 * - `short`: in the thread of the service. Its statements use an index and read few rows, whatever is stored.
 * - `long`: in the thread for long reads.
 * - `sized`: in the thread of the service on a small board, in the thread for long reads on a large one.
 */
export type Place = 'write' | 'short' | 'long' | 'sized'

/** The place of each method. */
export const PLACES = {
  createTask: 'write',
  getTask: 'sized',
  listTasks: 'sized',
  replaceTask: 'write',
  moveTask: 'write',
  deleteTask: 'write',
  deleteAllTasks: 'write',
  countTasks: 'short',
  createComment: 'write',
  updateComment: 'write',
  deleteComment: 'write',
  addAttachments: 'write',
  getAttachment: 'long',
  deleteAttachment: 'write',
  signingKey: 'write',
  createSession: 'write',
  findSession: 'short',
  rotateRefreshToken: 'write',
  endSession: 'write',
  startFaultPlan: 'write',
  configureFaults: 'write',
  readFaultPlan: 'short',
  restartFaultPlan: 'write',
  reserveFaultOrdinals: 'write',
  returnFaultOrdinals: 'write',
  createBoards: 'write',
  getBoard: 'short',
  listBoards: 'long',
  deleteBoard: 'write',
  fillEmptyBoard: 'write',
  resetBoard: 'write',
  readContent: 'long',
  replaceContent: 'write',
  measureContent: 'long',
  measure: 'long',
  expireBoards: 'write',
  sweepBoards: 'write',
  recordRequests: 'write',
  listRequests: 'long',
} as const satisfies Record<Exclude<keyof Store, 'readState' | 'ping' | 'close'>, Place>

export type Method = keyof typeof PLACES
