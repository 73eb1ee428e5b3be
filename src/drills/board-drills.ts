import type { FastifyInstance, FastifyRequest } from 'fastify'
import { BOARDS_MAX, DRILL_REQUESTS_MAX } from '../contract/limits.js'
import type { Drill } from '../habits/drill.js'
import { judge } from '../habits/judge.js'
import type { Observation } from '../habits/observation.js'
import type { DrillOutcome } from '../habits/outcome.js'
import type { DrillEnd } from '../habits/row.js'
import { plugin } from '../http/plugin.js'
import { requestVariant } from '../http/request-target.js'
import { PAGE_REQUEST } from '../journal/page-request.js'
import { type Exercise, hasEnded, stateOf } from '../store/exercise.js'
import { readFinalTasks } from './final-tasks.js'
import {
  type DrilledBoard,
  type DrillProgress,
  type DrillState,
  FINISHED,
  keyOf,
  READY,
  type Run,
  stopped,
  storedOf,
} from './run.js'
import { scoreOf } from './score.js'
import { createScript, DRILL_DELAY } from './script.js'
import { shorten } from './shorten.js'
import { goalsOf } from './task.js'

/** The maximum number of requests of all runs in memory. */
const REQUESTS_MAX = 200_000

declare module 'fastify' {
  interface FastifyInstance {
    /** The drills of the exercises of boards. */
    drills: BoardDrills
  }
}

export type BoardDrills = ReturnType<typeof createBoardDrills>

/** @param main an application whose drills this one shares */
export const boardDrills = plugin<{ main?: FastifyInstance }>('board-drills', [], async (app, { main }) => {
  const drills = main?.drills ?? createBoardDrills(app)
  app.decorate('drills', drills)
  // A request after the end of the exercise can change the tasks on which the result depends.
  app.boardHooks.onRequest.push(async ({ board, isRehearsal }) => {
    if (board.state?.exercise?.drill != null && !isRehearsal) await drills.end(board.id, board.state)
  })
})

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

  function drop(board: string): void {
    count -= runs.get(board)?.observations.length ?? 0
    runs.delete(board)
  }

  function dropSurplus(): void {
    for (const [first] of runs) {
      if (count <= requestsMax && runs.size <= BOARDS_MAX) return
      drop(first)
    }
  }

  function begin(board: string, state: DrilledBoard): Run | null {
    const { exercise, challengeRestarts: restarts, classId } = state
    if (exercise?.drill == null) return null
    const { profile, seed } = exercise.drill
    const faultsOf = createScript(profile, seed)
    const run: Run = {
      exercise: keyOf(exercise),
      classId,
      restarts,
      drill: {
        seed,
        delay: DRILL_DELAY,
        faultsOf: (request) => (runs.get(board) === run ? faultsOf(request) : []),
        record: (request) => record(board, run, request),
      },
      lastTask: null,
      observations: [],
      requests: 0,
      startedAt: null,
      best: storedOf(state)?.best ?? null,
    }
    drop(board)
    runs.set(board, run)
    dropSurplus()
    return run
  }

  function record(board: string, run: Run, request: Observation): void {
    if (runs.get(board) !== run || run.finishing !== undefined) return
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
  function find(board: string, { exercise, challengeRestarts }: DrilledBoard): Run | undefined {
    const run = runs.get(board)
    return exercise !== null && run?.exercise === keyOf(exercise) && run.restarts === challengeRestarts
      ? run
      : undefined
  }

  async function judgeRun(board: string, run: Run, end: DrillEnd): Promise<DrillOutcome> {
    const tasks = await readFinalTasks(app.store, board, run.lastTask)
    const goals = goalsOf(tasks, run.observations)
    const verdicts = judge(run.observations, end)
    return { goals, verdicts, score: run.requests === 0 ? null : scoreOf(goals, verdicts) }
  }

  async function finishRun(board: string, run: Run, end: DrillEnd): Promise<void> {
    const { exercise, restarts, startedAt, requests } = run
    const outcome = await judgeRun(board, run, end)
    const percent = outcome.score?.percent ?? null
    const best = percent === null ? run.best : Math.max(run.best ?? 0, percent)
    const finished = { exercise, state: 'finished', startedAt, finishedAt: app.now(), requests, percent, best } as const
    await app.store.setDrill(board, restarts, finished, outcome)
    if (runs.get(board) === run) drop(board)
  }

  /** Finishes a run once. If it cannot be stored, it goes on. */
  function finishOnce(board: string, run: Run, end: DrillEnd): Promise<void> {
    run.finishing ??= finishRun(board, run, end).finally(() => {
      run.finishing = undefined
    })
    return run.finishing
  }

  /** Finishes the run of a board whose exercise has ended. */
  async function end(board: string, state: DrilledBoard): Promise<void> {
    const run = find(board, state)
    if (run !== undefined && hasEnded(state.exercise, app.now())) await finishOnce(board, run, stopped(run))
  }

  return {
    /** Returns the drill of a request; `null` if the exercise of its board has none, or does not run. */
    drillOf(request: FastifyRequest): Drill | null {
      const { board, id } = request
      const { state } = board
      if (state?.exercise?.drill == null || stateOf(state.exercise, app.now()) !== 'running') return null
      const run = find(board.id, state)
      const isOfClient = requestVariant(request) === 'buggy' && !id.startsWith(PAGE_REQUEST)
      if (run === undefined && storedOf(state)?.state === 'finished') return isOfClient ? FINISHED : null
      const current = run ?? begin(board.id, state)
      if (current === null || !isOfClient) return null
      current.lastTask ??= state.lastTask
      return current.drill
    },

    end,

    /** Starts a new run. The faults begin again, and the requests of the old run are forgotten. */
    async restart(board: string, state: DrilledBoard): Promise<void> {
      const { exercise, challengeRestarts } = state
      const best = progressOf(board, state)?.best ?? null
      if (exercise === null) return
      await app.store.setDrill(board, challengeRestarts, { ...READY, exercise: keyOf(exercise), best })
      begin(board, { ...state, drill: { ...READY, exercise: keyOf(exercise), best } })
    },

    /** Finishes the run of a board. It is judged once. */
    async finish(board: string, state: DrilledBoard, end: Omit<DrillEnd, 'endedAt'>): Promise<void> {
      const found = find(board, state)
      if (found === undefined && storedOf(state)?.state === 'finished') return
      const run = found ?? begin(board, state)
      if (run !== null) await finishOnce(board, run, { ...end, endedAt: performance.now() })
    },

    /** Returns the outcome of the run of a board. While it runs, verdicts can still change. */
    async readOutcome(board: string, state: DrilledBoard): Promise<DrillOutcome> {
      const found = find(board, state)
      if (found === undefined && storedOf(state)?.state === 'finished') {
        const [stored] = await app.store.listDrillOutcomes(board)
        if (stored !== undefined) return stored.outcome
      }
      const isRunning = state.exercise !== null && stateOf(state.exercise, app.now()) === 'running'
      const run = found ?? (isRunning ? begin(board, state) : null)
      if (run === null) return { goals: [], verdicts: [], score: null }
      return { ...(await judgeRun(board, run, stopped(run))), score: null }
    },

    /** Finishes the runs of a class whose exercise has ended. */
    async endAll(classId: string, exercise: Exercise | null): Promise<void> {
      if (exercise?.drill == null || !hasEnded(exercise, app.now())) return
      const ofClass = [...runs].filter(([, run]) => run.classId === classId && run.exercise === keyOf(exercise))
      await Promise.all(ofClass.map(([board, run]) => finishOnce(board, run, stopped(run))))
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
  function progressOf(board: string, state: DrillState & Partial<DrilledBoard>): DrillProgress | undefined {
    const { exercise, challengeRestarts } = state
    if (exercise?.drill == null) return undefined
    const stored = storedOf(state)
    const run = runs.get(board)
    const isSame = run?.exercise === keyOf(exercise) && (challengeRestarts ?? run.restarts) === run.restarts
    if (stored?.state === 'finished' && !isSame) {
      const { exercise: _, ...progress } = stored
      return { ...progress, isInterrupted: false }
    }
    const { requests = 0, startedAt = null, best = stored?.best ?? null } = isSame ? run : {}
    const isInterrupted = requests === 0 && stored?.state === 'running'
    return { ...READY, state: requests === 0 ? 'ready' : 'running', requests, startedAt, best, isInterrupted }
  }
}
