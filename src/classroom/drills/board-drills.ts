import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { PAGE_REQUEST } from '../../api/recorder/page-request.js'
import { BoardNotFound } from '../../contract/errors.js'
import { BOARDS_MAX, DRILL_REQUESTS_MAX } from '../../contract/limits.js'
import { requestVariant } from '../../http/request-target.js'
import type { StoredClass } from '../../rooms/classes/classes.js'
import type { BoardState } from '../../rooms/state.js'
import { drillKey, READY } from '../../rooms/training/drills.js'
import { type Exercise, hasEnded, stateOf } from '../../rooms/training/exercise-settings.js'
import type { Drill, DrillSettings } from '../../rules/client-habits/drill.js'
import { goalsOf } from '../../rules/client-habits/goals.js'
import { type DrillOutcome, judgeDrill } from '../../rules/client-habits/judge-drill.js'
import type { Observation } from '../../rules/client-habits/observation.js'
import type { DrillEnd } from '../../rules/client-habits/row.js'
import type { SavedDrill } from '../../rules/saved-log.js'
import { type DrilledBoard, type DrillProgress, NOTHING, type Run, stopped, storedOf } from './run.js'
import { createScript, DRILL_DELAY } from './script.js'

/** The number of runs that are finished at once. */
const GROUP_SIZE = 50

/** The maximum number of requests of all runs in memory. */
const REQUESTS_MAX = 200_000

/** The drill of a board whose run has finished. */
const FINISHED = { delay: DRILL_DELAY, faultsOf: () => [], record: () => undefined }

export type BoardDrills = ReturnType<typeof createBoardDrills>

/**
 * The drills of the exercises of boards. The requests of a run are in memory until it finishes; its outcome is stored with
 * the board. If there are too many requests, the run that was not used for the longest time is lost, and begins again
 * (decision 154).
 */
export function createBoardDrills(app: Pick<FastifyInstance, 'now' | 'store' | 'log'>, requestsMax = REQUESTS_MAX) {
  const runs = new LRUCache<string, Run>({
    max: BOARDS_MAX,
    maxSize: requestsMax,
    sizeCalculation: ({ observations }) => observations.length || 1,
  })

  /** Keeps a run with its present size, as the most recently used. */
  function keep(board: string, run: Run): void {
    runs.delete(board)
    runs.set(board, run)
  }

  /** Begins a run of the drill of an exercise. */
  function begin(board: string, exercise: Exercise, { challengeRestarts: restarts, classId }: BoardState): Run {
    const { profile, seed } = exercise.drill as DrillSettings
    const faultsOf = createScript(profile, seed)
    const run: Run = {
      id: randomUUID(),
      exercise: drillKey(exercise),
      classId,
      endsAt: exercise.endsAt,
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
      isFinished: false,
      hasFailed: false,
    }
    keep(board, run)
    return run
  }

  /** Whether the requests of a run count, and have faults. */
  function isOpen(board: string, run: Run): boolean {
    return runs.peek(board) === run && !run.isFinished
  }

  function record(board: string, run: Run, request: Observation): string | undefined {
    if (!isOpen(board, run)) return undefined
    run.requests++
    if (run.startedAt === null) {
      run.startedAt = app.now()
      const stored = app.store.startDrill(board, run, run.startedAt)
      stored.catch((err) => app.log.warn({ err }, 'could not store the start of a drill'))
    }
    const isJudged = run.observations.length < DRILL_REQUESTS_MAX
    if (isJudged) run.observations.push(request)
    keep(board, run)
    return isJudged ? run.id : undefined
  }

  /** Returns the run of a board; `undefined` if it has none, or if another exercise has begun. */
  function find(board: string, { exercise, challengeRestarts }: DrilledBoard): Run | undefined {
    const run = runs.peek(board)
    const isCurrent = exercise !== null && run?.exercise === drillKey(exercise) && run.restarts === challengeRestarts
    return isCurrent ? run : undefined
  }

  /** Finishes a run. If it cannot be stored, it goes on. */
  async function finishRun(board: string, run: Run, end: DrillEnd): Promise<void> {
    await app.store.finishDrill(board, run, run.lastTask, app.now(), (tasks) => {
      const basis = { run: run.id, end, tasks }
      return { ...judgeDrill(run.observations, run.requests, basis), basis }
    })
    // It stays in memory, because requests that have read the state of the board before must not begin another one.
    run.isFinished = true
    run.observations = []
    if (runs.peek(board) === run) keep(board, run)
  }

  /**
   * Whether a run must be read, because its exercise has ended, or is another one. Boards are not loaded for this, and can
   * leave the memory.
   *
   * @param exercise that of the class, if the caller knows it
   */
  function mayHaveEnded(board: string, run: Run, exercise: Exercise | null | undefined): boolean {
    const state = app.store.findState(board)
    if (state !== undefined && find(board, state) !== run) return true
    const known = state === undefined ? exercise : state.exercise
    if (known != null) run.endsAt = known.endsAt
    return run.endsAt !== null && app.now() >= run.endsAt
  }

  /** Finishes the run of a board whose exercise has ended. */
  async function end(board: string): Promise<void> {
    const run = runs.peek(board)
    if (run === undefined || run.isFinished) return
    try {
      const state = await app.store.readState(board)
      if (find(board, state) !== run) runs.delete(board)
      else if (hasEnded(state.exercise, app.now())) await finishRun(board, run, stopped(run))
    } catch (error) {
      if (!(error instanceof BoardNotFound)) throw error
      runs.delete(board)
    }
  }

  return {
    /** Loses all runs, because their boards may be others now. */
    forget: () => runs.clear(),

    /** Returns the drill of a request; `null` if the exercise of its board has none, or does not run. */
    drillOf({ board: { id: board, state: arrived }, id, url, routePath }: FastifyRequest): Drill | null {
      const isOfClient = requestVariant({ url, routePath }) === 'buggy' && !id.startsWith(PAGE_REQUEST)
      // The board can have changed since the request arrived.
      const state = app.store.findState(board) ?? arrived
      const { exercise = null } = state ?? {}
      if (!isOfClient || state === null || exercise?.drill == null) return null
      if (stateOf(exercise, app.now()) !== 'running') return null
      if (storedOf(state)?.state === 'finished') return { ...FINISHED, seed: exercise.drill.seed }
      const run = find(board, state) ?? begin(board, exercise, state)
      run.lastTask ??= state.lastTask
      return run.drill
    },

    end,

    /** Deletes all tasks, and starts a new run. The faults begin again, and the requests of the old run are forgotten. */
    async restart(board: string): Promise<void> {
      await app.store.restartDrill(board, app.now())
      runs.delete(board)
    },

    /** Finishes the run of a board. It is judged once. */
    async finish(board: string, state: BoardState, end: Omit<DrillEnd, 'endedAt'>): Promise<void> {
      if (state.exercise === null || storedOf(state)?.state === 'finished') return
      const run = find(board, state) ?? begin(board, state.exercise, state)
      await finishRun(board, run, { ...end, endedAt: performance.now() })
    },

    readOutcome,

    /** Returns what judges the last run of a board besides its requests; `null` if there is none, or it was lost. */
    async readBasis(board: string, state: DrilledBoard): Promise<SavedDrill | null> {
      const { basis } = await readOutcome(board, state)
      const progress = progressOf(board, state)
      if (basis === undefined || progress === undefined) return null
      return { requests: progress.requests, isFinished: progress.state === 'finished', ...basis }
    },

    /** Finishes the runs whose exercise has ended, of a class or of all boards. Logs the first failure of each run. */
    async endRuns(ofClass?: Pick<StoredClass, 'id' | 'exercise'>): Promise<void> {
      const ending = [...runs.entries()].filter(
        ([board, run]) =>
          !run.isFinished &&
          (ofClass === undefined || run.classId === ofClass.id) &&
          mayHaveEnded(board, run, ofClass?.exercise),
      )
      for (let first = 0; first < ending.length; first += GROUP_SIZE) {
        await Promise.all(
          ending.slice(first, first + GROUP_SIZE).map(([board, run]) =>
            end(board).catch((err) => {
              if (!run.hasFailed) app.log.warn({ err, board }, 'could not finish a drill')
              run.hasFailed = true
            }),
          ),
        )
      }
    },

    /** Returns the outcomes of the finished runs of a class whose clients have sent requests. */
    async outcomesOf(classId: string, exercise: Exercise): Promise<DrillOutcome[]> {
      const stored = await app.store.listDrillOutcomes(classId)
      return stored.flatMap(({ drill, outcome }) =>
        drill.exercise === drillKey(exercise) && outcome.score !== null ? [outcome] : [],
      )
    },

    progressOf,
  }

  /** Returns the outcome of the run of a board. While it runs, verdicts can still change. */
  async function readOutcome(board: string, state: DrilledBoard): Promise<DrillOutcome> {
    if (storedOf(state)?.state === 'finished') return (await app.store.getDrillOutcome(board)) ?? NOTHING
    const run = find(board, state)
    if (run !== undefined) {
      const tasks = await app.store.readDrilledTasks(board, run.lastTask)
      const basis = { run: run.id, end: stopped(run), tasks }
      return { ...judgeDrill(run.observations, run.requests, basis), score: null, basis }
    }
    const isRunning = state.exercise !== null && stateOf(state.exercise, app.now()) === 'running'
    return isRunning ? { ...NOTHING, goals: goalsOf([], []) } : NOTHING
  }

  /** Returns how far the drill of a board is; `undefined` if its exercise has none. */
  function progressOf(board: string, state: DrilledBoard): DrillProgress | undefined {
    if (state.exercise?.drill == null) return undefined
    const stored = storedOf(state)
    if (stored?.state === 'finished') {
      const { exercise: _, ...progress } = stored
      return { ...progress, isInterrupted: false }
    }
    const run = find(board, state)
    const { requests = 0, startedAt = null } = run ?? {}
    const isInterrupted = run === undefined && stored?.state === 'running'
    const best = stored?.best ?? null
    return { ...READY, state: requests === 0 ? 'ready' : 'running', requests, startedAt, best, isInterrupted }
  }
}
