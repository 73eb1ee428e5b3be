import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { BoardNotFound } from '../contract/errors.js'
import { BOARDS_MAX, DRILL_REQUESTS_MAX } from '../contract/limits.js'
import type { Drill } from '../habits/drill.js'
import type { Observation } from '../habits/observation.js'
import type { DrillOutcome } from '../habits/outcome.js'
import type { DrillEnd } from '../habits/row.js'
import { requestVariant } from '../http/request-target.js'
import { PAGE_REQUEST } from '../journal/page-request.js'
import type { BoardState } from '../rooms/state.js'
import { type Exercise, hasEnded, stateOf } from '../rooms/training/exercise-settings.js'
import type { StoredDrill } from '../rooms/training/values.js'
import {
  type DrilledBoard,
  type DrillProgress,
  judgeRun,
  keyOf,
  NOTHING,
  READY,
  type Run,
  stopped,
  storedOf,
} from './run.js'
import { createScript, DRILL_DELAY } from './script.js'
import { shorten } from './shorten.js'
import { goalsOf } from './task.js'

/** The number of runs that are finished at once. */
const GROUP_SIZE = 50

/** The maximum number of requests of all runs in memory. */
const REQUESTS_MAX = 200_000

export type BoardDrills = ReturnType<typeof createBoardDrills>

/**
 * The drills of the exercises of boards. The requests of a run are in memory until it finishes; its outcome is stored with
 * the board. If there are too many requests, the run that was not used for the longest time is lost, and begins again
 * (decision 154).
 */
export function createBoardDrills(app: Pick<FastifyInstance, 'now' | 'store' | 'log'>, requestsMax = REQUESTS_MAX) {
  /** The number of requests of all runs. */
  let count = 0
  /** The runs by board. The one that was used last is the last one. */
  const runs = new Map<string, Run>()

  function dropRequests(run: Run): void {
    count -= run.observations.length
    run.observations = []
  }

  function drop(board: string): void {
    const run = runs.get(board)
    if (run !== undefined) dropRequests(run)
    runs.delete(board)
  }

  function dropSurplus(): void {
    for (const [first] of runs) {
      if (count <= requestsMax && runs.size <= BOARDS_MAX) return
      drop(first)
    }
  }

  /** @returns `null` if the exercise has no drill, or the state is an earlier one */
  function begin(board: string, state: DrilledBoard & Pick<BoardState, 'classId'>): Run | null {
    const { exercise, challengeRestarts: restarts, classId } = state
    // A request can have read the state before the board was reset.
    const isOld = (runs.get(board)?.restarts ?? 0) > restarts
    if (exercise?.drill == null || isOld) return null
    const { profile, seed } = exercise.drill
    const faultsOf = createScript(profile, seed)
    const stored = storedOf(state)
    const run: Run = {
      exercise: keyOf(exercise),
      classId,
      restarts,
      drill: {
        seed,
        delay: DRILL_DELAY,
        faultsOf: (request) => (isOpen(board, run) ? faultsOf(request) : []),
        record: (request) => record(board, run, request),
      },
      lastTask: null,
      observations: [],
      requests: 0,
      startedAt: null,
      best: stored?.best ?? null,
      finished: stored?.state === 'finished' ? stored : undefined,
    }
    drop(board)
    runs.set(board, run)
    dropSurplus()
    return run
  }

  /** Whether the requests of a run count, and have faults. */
  function isOpen(board: string, run: Run): boolean {
    return runs.get(board) === run && run.finished === undefined
  }

  function record(board: string, run: Run, request: Observation): void {
    if (!isOpen(board, run)) return
    runs.delete(board)
    runs.set(board, run)
    run.requests++
    if (run.startedAt === null) {
      run.startedAt = app.now()
      const { exercise, restarts, startedAt, best } = run
      const stored = app.store.setDrill(board, restarts, { ...READY, exercise, state: 'running', startedAt, best })
      stored.catch((err) => app.log.warn({ err }, 'could not store the start of a drill'))
    }
    if (run.observations.length === DRILL_REQUESTS_MAX) return
    run.observations.push(shorten(request))
    count++
    dropSurplus()
  }

  /** Returns the run of a board; `undefined` if it has none, or if another exercise has begun. */
  function find(board: string, state: DrilledBoard): Run | undefined {
    const { exercise, challengeRestarts } = state
    const run = runs.get(board)
    if (exercise === null || run?.exercise !== keyOf(exercise) || run.restarts !== challengeRestarts) return undefined
    // A write that failed may have been stored.
    if (run.attempt !== undefined && isDeepStrictEqual(run.attempt, storedOf(state))) settle(run, run.attempt)
    return run
  }

  async function finishRun(board: string, run: Run, end: DrillEnd): Promise<void> {
    const { exercise, restarts, startedAt, requests } = run
    const outcome = await judgeRun(app.store, board, run, end)
    const percent = outcome.score?.percent ?? null
    const best = percent === null ? run.best : Math.max(run.best ?? 0, percent)
    const finished = { exercise, state: 'finished', startedAt, finishedAt: app.now(), requests, percent, best } as const
    run.attempt = finished
    await app.store.setDrill(board, restarts, finished, outcome)
    settle(run, finished)
  }

  /**
   * Ends a run whose outcome is stored. It stays in memory, because requests that have read the state of the board before
   * must not begin another one.
   */
  function settle(run: Run, finished: StoredDrill): void {
    run.finished = finished
    dropRequests(run)
  }

  /** Finishes a run once. If it cannot be stored, it goes on. */
  async function finishOnce(board: string, run: Run, end: DrillEnd): Promise<void> {
    if (run.finished !== undefined) return
    run.finishing ??= finishRun(board, run, end).finally(() => {
      run.finishing = undefined
    })
    await run.finishing
  }

  /** Finishes the run of a board whose exercise has ended. */
  async function end(board: string): Promise<void> {
    const run = runs.get(board)
    if (run === undefined || run.finished !== undefined) return
    try {
      const state = await app.store.readState(board)
      if (find(board, state) !== run) drop(board)
      else if (hasEnded(state.exercise, app.now())) await finishOnce(board, run, stopped(run))
    } catch (error) {
      if (!(error instanceof BoardNotFound)) throw error
      drop(board)
    }
  }

  return {
    /** Loses all runs, because their boards may be others now. */
    forget(): void {
      for (const board of runs.keys()) drop(board)
    },

    /** Returns the drill of a request; `null` if the exercise of its board has none, or does not run. */
    drillOf(request: FastifyRequest): Drill | null {
      const { board, id } = request
      const { state } = board
      const isOfClient = requestVariant(request) === 'buggy' && !id.startsWith(PAGE_REQUEST)
      if (!isOfClient || state?.exercise == null || stateOf(state.exercise, app.now()) !== 'running') return null
      const run = find(board.id, state) ?? begin(board.id, state)
      if (run === null) return null
      run.lastTask ??= state.lastTask
      return run.drill
    },

    end,

    /** Deletes all tasks, and starts a new run. The faults begin again, and the requests of the old run are forgotten. */
    async restart(board: string, state: BoardState): Promise<void> {
      const { exercise, challengeRestarts } = state
      if (exercise === null) return
      // The score of a run that finishes meanwhile counts.
      for (let run = find(board, state); run?.finishing !== undefined; run = find(board, state)) {
        await run.finishing.catch(() => {})
      }
      const drill = { ...READY, exercise: keyOf(exercise), best: progressOf(board, state)?.best ?? null }
      begin(board, { ...state, drill })
      try {
        await app.store.deleteAllTasks(board)
        await app.store.setDrill(board, challengeRestarts, drill)
      } catch (error) {
        drop(board)
        throw error
      }
    },

    /** Finishes the run of a board. It is judged once. */
    async finish(board: string, state: BoardState, end: Omit<DrillEnd, 'endedAt'>): Promise<void> {
      const run = find(board, state) ?? begin(board, state)
      if (run !== null) await finishOnce(board, run, { ...end, endedAt: performance.now() })
    },

    /** Returns the outcome of the run of a board. While it runs, verdicts can still change. */
    async readOutcome(board: string, state: DrilledBoard): Promise<DrillOutcome> {
      const run = find(board, state)
      if (progressOf(board, state)?.state === 'finished') {
        return (await app.store.getDrillOutcome(board)) ?? NOTHING
      }
      if (run !== undefined) return { ...(await judgeRun(app.store, board, run, stopped(run))), score: null }
      const isRunning = state.exercise !== null && stateOf(state.exercise, app.now()) === 'running'
      return isRunning ? { ...NOTHING, goals: goalsOf([], []) } : NOTHING
    },

    /** Finishes the runs whose exercise has ended, of a class or of all boards. Logs the first failure, and gives up. */
    async endRuns(classId?: string): Promise<void> {
      const found = [...runs].filter(([, run]) => classId === undefined || run.classId === classId)
      try {
        for (let first = 0; first < found.length; first += GROUP_SIZE) {
          await Promise.all(found.slice(first, first + GROUP_SIZE).map(([board]) => end(board)))
        }
      } catch (err) {
        app.log.warn({ err }, 'could not finish drills')
      }
    },

    /** Returns the outcomes of the finished runs of a class whose clients have sent requests. */
    async outcomesOf(classId: string, exercise: Exercise): Promise<DrillOutcome[]> {
      const stored = await app.store.listDrillOutcomes(classId)
      return stored.flatMap(({ drill, outcome }) =>
        drill.exercise === keyOf(exercise) && outcome.score !== null ? [outcome] : [],
      )
    },

    progressOf,
  }

  /** Returns how far the drill of a board is; `undefined` if its exercise has none. */
  function progressOf(board: string, state: DrilledBoard): DrillProgress | undefined {
    if (state.exercise?.drill == null) return undefined
    const stored = storedOf(state)
    const run = find(board, state)
    const finished = run === undefined && stored?.state === 'finished' ? stored : run?.finished
    if (finished !== undefined) {
      const { exercise: _, ...progress } = finished
      return { ...progress, isInterrupted: false }
    }
    const { requests = 0, startedAt = null, best = stored?.best ?? null } = run ?? {}
    const isInterrupted = run === undefined && stored?.state === 'running'
    return { ...READY, state: requests === 0 ? 'ready' : 'running', requests, startedAt, best, isInterrupted }
  }
}
