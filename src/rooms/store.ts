import { listSteps } from './board/list.js'
import { READS, WRITES } from './board/operations.js'
import { requireSigningKey } from './board/sessions.js'
import type { Steps } from './board/steps.js'
import type { SearchOptions, TaskQuery } from './board/values.js'
import type { BoardVersion } from './board/version.js'
import { createBoardLife, deleteBoard } from './board-life.js'
import { classMethods } from './classes/class-methods.js'
import { contentMethods } from './content-methods.js'
import { addDefectNotes, configureDefects } from './defects.js'
import {
  configureFaults,
  readFaultPlan,
  reserveFaultOrdinals,
  restartPlan,
  returnFaultOrdinals,
  startFaultPlan,
} from './fault-plan.js'
import { type BoardFork, createBinder } from './handles.js'
import { listEffects } from './log/effects.js'
import { logMethods } from './log-methods.js'
import type { Rooms } from './rooms.js'
import { type BoardState, readState } from './state.js'
import type { Storage } from './storage/storage.js'
import { listSolved } from './training/challenges.js'
import { addClaim, listClaims, listClaimsAfter, listMissed } from './training/claims.js'
import { finishDrill, outcomeIn, readDrilledTasks, restartDrill, startDrill } from './training/drills.js'
import { configureOwnExercise, setGrade } from './training/exercise.js'
import { takeHint } from './training/hints.js'
import type { Claim } from './training/values.js'
import type { Work } from './versioned.js'

/**
 * The state of the service. When the promise of a method resolves, its writes are durable. When it rejects, nothing was
 * written, unless the error is `OutcomeUnknown`, or the method commits several times (`replaceContent`, `expireBoards`). The
 * first parameter is the id of a board or a class. A method that stores a time takes it as `now`, a timestamp of the API, so
 * that the caller owns the clock.
 *
 * Methods reject with errors of the catalogue (src/contract/errors.ts): with `BoardNotFound` if the board does not exist, and
 * with `StoreUnavailable` if the database does not respond.
 */
export type Store = ReturnType<typeof createStore>

declare module 'fastify' {
  interface FastifyInstance {
    store: Store
    /** Returns the current time as a timestamp of the API. */
    now(): string
  }
  interface FastifyRequest {
    /**
     * Returns the time of the request as a timestamp of the API: that of the first call. A dry run has the time of its
     * request.
     */
    now(): string
    time?: string
    /** The options of the search; absent for the defaults. A fault may set them. */
    searchOptions?: SearchOptions
    /** The claim that the request has made; absent if it has made none. */
    claim?: Claim
  }
}

/** Creates the store: binds all operations to methods. */
export function createStore(rooms: Rooms, storage: Storage) {
  const binder = createBinder(rooms)
  const { read, write, record, withBoard, change } = binder
  const { withBoardQuota, ...boardLife } = createBoardLife(rooms)

  /** Does long work on what is stored of a board, in steps. */
  const run = <Result>(id: string, work: (version: BoardVersion) => Steps<Result>) =>
    withBoard(id, (handle) => rooms.run(handle.read<Steps<Result>>(({ version }) => work(version))))

  return {
    ...read(READS),
    listTasks: (id: string, query: TaskQuery) => run(id, (version) => listSteps(version, query)),
    ...write(WRITES),
    ...contentMethods(binder, rooms, storage),
    ...record({ signingKey: requireSigningKey }),

    run,
    /** Changes a board by a function. Its result is the one of the method. */
    write: change,
    /** Returns what `write` would return now, and changes nothing: neither ids nor the revision of the board. */
    dryRun: <Result>(id: string, work: Work<BoardFork, Result>) => withBoard(id, (handle) => handle.dryRun(work)),

    ...read({ readFaultPlan, listEffects }),
    ...write({ startFaultPlan, configureFaults, restartFaultPlan: (board) => restartPlan(board) }),
    ...write({ configureDefects, addDefectNotes }),
    ...record({ reserveFaultOrdinals, returnFaultOrdinals }),

    ...read({ readState }),
    /** Returns the state of a board that is in memory; `undefined` for others, which may not exist. */
    findState: (id: string): BoardState | undefined => rooms.findBoard(id)?.read(readState),
    ...write({ deleteBoard }),
    ...boardLife,
    ...classMethods(binder, rooms, withBoardQuota),

    ...logMethods(binder, storage),
    ...write({ configureExercise: configureOwnExercise, restartDrill }),
    ...record({ addClaim, takeHint, setGrade, startDrill, finishDrill }),
    ...read({ listClaims, listClaimsAfter, listMissed, listSolved }),
    ...read({ readDrilledTasks, getDrillOutcome: ({ room, id }) => outcomeIn(room, id)?.outcome }),

    /** Announces what writes have changed, and when everything can have changed. */
    changes: rooms.changes,
    confirm: storage.confirm,
    ping: storage.ping,
    close: rooms.close,
    sweepBoards: () => storage.sweep(false),
  }
}
