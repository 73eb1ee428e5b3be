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

/** The kind of each call. */
export const PLACES = {
  createTask: 'write',
  getTask: 'task',
  listTasks: 'list',
  replaceTask: 'write',
  moveTask: 'write',
  deleteTask: 'write',
  deleteAllTasks: 'write',
  countTasks: 'short',
  countByPriority: 'long',
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
  renewSession: 'write',
  endSession: 'write',
  startFaultPlan: 'write',
  configureFaults: 'write',
  readFaultPlan: 'short',
  restartFaultPlan: 'write',
  reserveFaultOrdinals: 'write',
  returnFaultOrdinals: 'write',
  configureDefects: 'write',
  listEffects: 'short',
  addDefectNotes: 'write',
  setCreatedAt: 'write',
  reuseTaskIds: 'write',
  createBoards: 'write',
  getBoard: 'short',
  listBoards: 'long',
  deleteBoard: 'write',
  fillEmptyBoard: 'bulk',
  resetBoard: 'bulk',
  readContent: 'long',
  replaceContent: 'bulk',
  measureContent: 'long',
  measure: 'long',
  expireBoards: 'write',
  sweepBoards: 'write',
  recordRequests: 'write',
  listRequests: 'long',
  listRequestsAfter: 'short',
  configureExercise: 'write',
  searchResponses: 'long',
  addClaim: 'write',
  listClaims: 'short',
  listClaimsAfter: 'short',
  listClaimsAbout: 'short',
  countClaims: 'long',
  setGrade: 'write',
  getGrade: 'short',
  listMissed: 'long',
  createClass: 'write',
  getClass: 'short',
  findClass: 'short',
  listClasses: 'long',
  configureClass: 'write',
  deleteClass: 'write',
  expireClasses: 'write',
  addClassBoards: 'write',
  listLearners: 'short',
  readClassVersion: 'short',
  readClassBoards: 'long',
  restartBoard: 'write',
  joinClass: 'write',
  changeClassBoard: 'write',
  rehearse: 'write',
} as const satisfies Record<Exclude<keyof Store, 'readState' | 'ping' | 'close'>, CallKind>

export type Method = keyof typeof PLACES
