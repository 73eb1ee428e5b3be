import { type Binder, type Changes, createBinder } from './bind.js'
import { listSteps } from './board/list.js'
import { OPERATIONS } from './board/operations.js'
import {
  createSession,
  endSession,
  findSession,
  renewSession,
  requireSigningKey,
  rotateSession,
} from './board/sessions.js'
import type { File } from './board/values.js'
import { createBoardLife, deleteBoard, getBoard } from './board-life.js'
import { classMethods } from './class-methods.js'
import { contentMethods } from './content-methods.js'
import { addDefectNotes, configureDefects } from './defects.js'
import {
  configureFaults,
  readFaultPlan,
  reserveFaultOrdinals,
  restartFaultPlan,
  returnFaultOrdinals,
  startFaultPlan,
} from './fault-plan.js'
import type { BoardFork } from './handles.js'
import { listEffects } from './log/effects.js'
import { logMethods } from './log-methods.js'
import type { Rooms } from './rooms.js'
import { type BoardState, readState } from './state.js'
import type { Storage } from './storage/storage.js'
import { trainingMethods } from './training-methods.js'

/** The operations of the variants that write, as a rehearsal calls them. */
const REHEARSED = {
  createTask: OPERATIONS.createTask,
  replaceTask: OPERATIONS.replaceTask,
  moveTask: OPERATIONS.moveTask,
  deleteTask: OPERATIONS.deleteTask,
  deleteAllTasks: OPERATIONS.deleteAllTasks,
  createComment: OPERATIONS.createComment,
  updateComment: OPERATIONS.updateComment,
  deleteComment: OPERATIONS.deleteComment,
  addAttachments: (board: BoardFork, taskId: number, files: readonly File[], now: string) =>
    OPERATIONS.addAttachments(
      board,
      taskId,
      files.map(({ bytes, ...file }) => ({ ...file, fileSizeBytes: bytes.length, blob: 'rehearsed' })),
      now,
    ),
  deleteAttachment: OPERATIONS.deleteAttachment,
  createSession,
  rotateSession,
  renewSession,
  endSession,
}

export type RehearsedMethod = keyof typeof REHEARSED

/** The names of the methods that a rehearsal can call. */
export const REHEARSED_METHODS = Object.keys(REHEARSED) as RehearsedMethod[]

type Rehearsed = Pick<ReturnType<typeof createMethods>, RehearsedMethod>

/**
 * The state of the service. Each method is one atomic unit: when its promise resolves, its writes are durable; when it
 * rejects, nothing was written. The first parameter is the id of a board or a class. A method that stores a time takes it as
 * `now`, a timestamp of the API, so that the caller owns the clock.
 *
 * Methods reject with errors of the catalogue (src/contract/errors.ts): with `BoardNotFound` if the board does not exist, and
 * with `StoreUnavailable` if the database does not respond.
 */
export interface Store extends ReturnType<typeof createMethods> {
  /**
   * Calls a method on a fork that is thrown away. Nothing changes: neither ids nor the revision of the board.
   *
   * @returns the result that the call would have now
   * @throws what the call would throw now
   */
  rehearse<Name extends RehearsedMethod>(
    method: Name,
    ...args: Parameters<Rehearsed[Name]>
  ): ReturnType<Rehearsed[Name]>
  /** Announces the boards and classes that a write has changed, and when everything can have changed. */
  changes: Changes
}

/** Creates the store. */
export function createStore(rooms: Rooms, storage: Storage, changes: Changes): Store {
  const binder = createBinder(rooms, changes)
  return {
    ...createMethods(binder, rooms, storage),
    rehearse: ((method: RehearsedMethod, id: string, ...args: never[]) =>
      binder.withBoard(id, (handle) =>
        handle.rehearse((board) => (REHEARSED[method] as (...args: unknown[]) => never)(board, ...args)),
      )) as never,
    changes,
  }
}

/** Binds all operations to methods. */
function createMethods(binder: Binder, rooms: Rooms, storage: Storage) {
  const { read, run, write, record } = binder
  const { withRoomFor, ...boardLife } = createBoardLife(rooms)

  return {
    createTask: write(OPERATIONS.createTask),
    getTask: read(OPERATIONS.getTask),
    listTasks: run(listSteps),
    replaceTask: write(OPERATIONS.replaceTask),
    moveTask: write(OPERATIONS.moveTask),
    deleteTask: write(OPERATIONS.deleteTask),
    deleteAllTasks: write(OPERATIONS.deleteAllTasks),
    countTasks: read(OPERATIONS.countTasks),
    countByPriority: read(OPERATIONS.countByPriority),
    setCreatedAt: write(OPERATIONS.setCreatedAt),
    reuseTaskIds: write(OPERATIONS.reuseTaskIds),

    createComment: write(OPERATIONS.createComment),
    updateComment: write(OPERATIONS.updateComment),
    deleteComment: write(OPERATIONS.deleteComment),

    deleteAttachment: write(OPERATIONS.deleteAttachment),
    ...contentMethods(binder, rooms, storage),

    signingKey: record(requireSigningKey),
    createSession: write(createSession),
    findSession: read(findSession),
    rotateSession: write(rotateSession),
    renewSession: write(renewSession),
    endSession: write(endSession),

    startFaultPlan: write(startFaultPlan),
    configureFaults: write(configureFaults),
    readFaultPlan: read(readFaultPlan),
    restartFaultPlan: write(restartFaultPlan),
    reserveFaultOrdinals: record(reserveFaultOrdinals),
    returnFaultOrdinals: record(returnFaultOrdinals),

    configureDefects: write(configureDefects),
    addDefectNotes: write(addDefectNotes),

    getBoard: read(getBoard),
    deleteBoard: write(deleteBoard),
    ...boardLife,

    ...logMethods(binder, storage),
    ...trainingMethods(binder),
    ...classMethods(binder, rooms, withRoomFor),
    listEffects: read(listEffects),

    readState: read(readState),
    /** Returns the state of a board that is in memory; `undefined` for others, which may not exist. */
    findState: (id: string): BoardState | undefined => rooms.findBoard(id)?.read<BoardState>(readState),
    confirm: storage.confirm,
    ping: storage.ping,
    close: rooms.close,
    sweepBoards: () => storage.sweep(false),
  }
}
