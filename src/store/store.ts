import type { Board, BoardMethods } from './board-methods.js'
import type { ChallengeMethods } from './challenge-methods.js'
import type { Changes } from './changes.js'
import type { ClassMethods } from './class-methods.js'
import type { BoardDefects, DefectMethods } from './defect-methods.js'
import type { Exercise } from './exercise.js'
import type { FaultPlanMethods } from './fault-plan-methods.js'
import type { JournalMethods } from './journal-methods.js'
import type { RehearsalMethods } from './rehearsal-methods.js'
import type { SessionMethods } from './session-methods.js'
import type { AttachmentMethods, CommentMethods, TaskMethods } from './task-methods.js'
import type { StoredDrill, TrainingMethods } from './training-methods.js'

export type * from './board-methods.js'
export type * from './challenge-methods.js'
export type * from './class-methods.js'
export type * from './defect-methods.js'
export type * from './exercise.js'
export type * from './fault-plan-methods.js'
export type * from './journal-methods.js'
export type * from './rehearsal-methods.js'
export type * from './session-methods.js'
export type * from './task-methods.js'
export type * from './training-methods.js'

/** The id of the board at `/api`. */
export const DEFAULT_BOARD = 'default'

/**
 * The store: the state of the service.
 *
 * Each method is one atomic unit: when its promise resolves, its writes are durable; when it rejects, nothing was
 * written. A method that stores a time takes it as `now`, a timestamp of the API, so that the caller owns the clock.
 *
 * Methods reject with errors of the catalogue (src/contract/errors.ts): with `BoardNotFound` if the board does not exist, and
 * with `StoreUnavailable` if the database does not respond, or its special case `OutcomeUnknown` if the write may be stored.
 */
export interface Store
  extends TaskMethods,
    CommentMethods,
    AttachmentMethods,
    SessionMethods,
    FaultPlanMethods,
    DefectMethods,
    BoardMethods,
    JournalMethods,
    TrainingMethods,
    ChallengeMethods,
    ClassMethods,
    RehearsalMethods {
  /** Reads the state of a board for a request. It is cached until a write may have changed it. */
  readState(board: string): Promise<BoardState>

  /**
   * Returns `undefined` if this process certainly serves the database. Otherwise resolves when that is certain again. A
   * response that was late must wait for it, because another process may serve the database by now.
   *
   * @throws StoreUnavailable if this process does not serve the database
   */
  confirm(): Promise<void> | undefined

  /** Announces the boards and classes that a write may have changed. */
  changes: Changes

  /** Resolves when the database responds. */
  ping(): Promise<void>
  close(): Promise<void>
}

export interface BoardState extends Pick<Board, 'usedAt'> {
  /** The name of the board, which is that of the learner on a board of a class; `null` if it has none. */
  name: string | null
  /** Changes whenever anything on the board changes. */
  revision: number
  /** The defects of the board; `null` if it has none. */
  defects: BoardDefects | null
  /** The exercise of the board, or of its class; `null` if there is none. */
  exercise: Exercise | null
  /** What is stored of its drill; `null` if there is nothing. */
  drill: StoredDrill | null
  /** The id of the class of the board; `null` if it has none. */
  classId: string | null
  /** When the class of the board expires; `null` for boards without a class. */
  expiresAt: string | null
  /** Whether the class of the board is frozen. */
  isFrozen: boolean
  /** The number of the latest request in the journal; 0 if there is none. */
  lastRequest: number
  /** The number of the latest claim; 0 if there is none. */
  lastClaim: number
  /** The number of hints that were taken since the start of the exercise. */
  hintsTaken: number
  /** The number of the challenge that was solved last; 0 if none was. */
  lastChallenge: number
  /** How often the solved challenges were deleted. */
  challengeRestarts: number
  /** The id of the latest task; 0 if there was none. */
  lastTask: number
}
