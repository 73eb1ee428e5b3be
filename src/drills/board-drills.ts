import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { DRILL_REQUESTS_MAX } from '../contract/limits.js'
import type { Drill, DrillSettings } from '../habits/drill.js'
import { judge } from '../habits/judge.js'
import type { Observation } from '../habits/observation.js'
import type { DrillEnd, Verdict } from '../habits/row.js'
import { plugin } from '../http/plugin.js'
import { requestVariant } from '../http/request-target.js'
import { PAGE_REQUEST } from '../journal/page-request.js'
import { type Exercise, hasEnded, stateOf } from '../store/exercise.js'
import type { BoardState } from '../store/store.js'
import { readFinalTasks } from './final-tasks.js'
import { type DrillScore, scoreOf } from './score.js'
import { createScript, DRILL_DELAY } from './script.js'
import { shorten } from './shorten.js'
import { type Goal, goalsOf } from './task.js'

/** The maximum number of boards whose drills are in memory, and that of all their requests. */
const LIMITS = { boards: 500, requests: 50_000 }

/** What a client has done in a drill of a board. */
export interface DrillOutcome {
  goals: readonly Goal[]
  verdicts: readonly Verdict[]
  /** `null` while the drill runs, and if there were no requests. */
  score: DrillScore | null
}

/** How far the drill of a board is. */
export interface DrillProgress {
  state: 'ready' | 'running' | 'finished'
  startedAt: string | null
  finishedAt: string | null
  /** The number of requests to buggy. */
  requests: number
  /** The score of the latest finished run in percent, and the best one. */
  percent: number | null
  best: number | null
}

type DrilledBoard = Pick<BoardState, 'exercise' | 'challengeRestarts'>

/** A run of the client of a board. */
interface Run extends Omit<DrillProgress, 'state'> {
  /** The exercise to which it belongs. */
  exercise: string
  /** How often the board was reset. */
  restarts: number
  drill: Drill
  /** The id of the latest task before the first request; `null` until then. */
  lastTask: number | null
  observations: Observation[]
  /** The outcome of a finished run. */
  outcome: DrillOutcome | null
  isDropped: boolean
}

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
 * The drills of the exercises of boards. Their runs are in the memory of this process. If there are too many, the board that
 * was not used for the longest time begins again (decision 154).
 */
export function createBoardDrills(app: Pick<FastifyInstance, 'now' | 'store' | 'observeBodies'>, limits = LIMITS) {
  let count = 0
  const runs = new LRUCache<string, Run>({
    max: limits.boards,
    dispose(run) {
      count -= run.observations.length
      run.observations = []
      run.isDropped = true
    },
  })

  function begin(board: string, { exercise, challengeRestarts }: DrilledBoard, best: number | null): Run | null {
    const settings = exercise?.drill
    if (exercise === null || settings == null) return null
    const run: Run = {
      exercise: keyOf(exercise),
      restarts: challengeRestarts,
      drill: createDrill(settings, () => run),
      lastTask: null,
      observations: [],
      requests: 0,
      startedAt: null,
      finishedAt: null,
      percent: null,
      best,
      outcome: null,
      isDropped: false,
    }
    runs.set(board, run)
    app.store.changes.emit('change', [board])
    app.observeBodies()
    return run
  }

  function createDrill({ profile, seed }: DrillSettings, runOf: () => Run): Drill {
    const faultsOf = createScript(profile, seed)
    return {
      seed,
      delay: DRILL_DELAY,
      faultsOf: (request) => (runOf().outcome === null ? faultsOf(request) : []),
      record(request) {
        const run = runOf()
        if (run.isDropped || run.outcome !== null) return
        run.startedAt ??= app.now()
        run.requests++
        if (run.observations.length === DRILL_REQUESTS_MAX) return
        run.observations.push(shorten(request))
        count++
        while (count > limits.requests) runs.pop()
      },
    }
  }

  /** Returns the run of a board; `undefined` if it has none yet, or if another exercise has begun. */
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
    const outcome = await judgeRun(board, run, end)
    if (run.isDropped || run.outcome !== null) return
    run.outcome = outcome
    run.finishedAt = app.now()
    app.store.changes.emit('change', [board])
    run.percent = outcome.score?.percent ?? null
    if (run.percent !== null) run.best = Math.max(run.best ?? 0, run.percent)
    count -= run.observations.length
    run.observations = []
  }

  /** Finishes the run of a board whose exercise has ended. */
  async function end(board: string, state: DrilledBoard): Promise<void> {
    const run = find(board, state)
    if (run === undefined || run.outcome !== null) return
    if (hasEnded(state.exercise, app.now())) await finishRun(board, run, stopped(run))
  }

  return {
    /** Returns the drill of a request; `null` if the exercise of its board has none, or does not run. */
    drillOf(request: FastifyRequest): Drill | null {
      const { board, id } = request
      const { state } = board
      if (state?.exercise?.drill == null || stateOf(state.exercise, app.now()) !== 'running') return null
      const run = find(board.id, state) ?? begin(board.id, state, null)
      const isOfClient = requestVariant(request) === 'buggy' && !id.startsWith(PAGE_REQUEST)
      if (run === null || !isOfClient) return null
      run.lastTask ??= state.lastTask
      return run.drill
    },

    end,

    /** Starts a new run. The faults begin again, and the requests of the old run are forgotten. */
    restart(board: string, state: DrilledBoard): void {
      begin(board, state, find(board, state)?.best ?? null)
    },

    /** Finishes the run of a board. It is judged once. */
    async finish(board: string, state: DrilledBoard, end: Omit<DrillEnd, 'endedAt'>): Promise<void> {
      const run = find(board, state) ?? begin(board, state, null)
      if (run !== null && run.outcome === null) await finishRun(board, run, { ...end, endedAt: performance.now() })
    },

    /** Returns the outcome of the run of a board. While it runs, verdicts can still change. */
    async readOutcome(board: string, state: DrilledBoard): Promise<DrillOutcome> {
      await end(board, state)
      const isRunning = state.exercise !== null && stateOf(state.exercise, app.now()) === 'running'
      const run = find(board, state) ?? (isRunning ? begin(board, state, null) : null)
      if (run === null) return { goals: [], verdicts: [], score: null }
      return run.outcome ?? { ...(await judgeRun(board, run, stopped(run))), score: null }
    },

    /** Finishes the runs of boards whose exercise has ended. */
    async endAll(boards: readonly { id: string }[], exercise: Exercise | null): Promise<void> {
      if (exercise?.drill == null) return
      for (const { id } of boards) {
        const run = runs.peek(id)
        if (run !== undefined) await end(id, { exercise, challengeRestarts: run.restarts })
      }
    },

    /** Returns the outcomes of the finished runs of boards whose clients have sent requests. */
    outcomesOf: (boards: readonly { id: string }[], exercise: Exercise): DrillOutcome[] =>
      boards.flatMap(({ id }) => {
        const run = runs.peek(id)
        return run?.exercise === keyOf(exercise) && run.outcome?.score ? [run.outcome] : []
      }),

    /**
     * Returns how far the drill of a board is; `undefined` if its exercise has none.
     *
     * @param restarts how often the board was reset, if it is known
     */
    progressOf(board: string, exercise: Exercise | null, restarts?: number): DrillProgress | undefined {
      if (exercise?.drill == null) return undefined
      const found = runs.peek(board)
      const isSame = found?.exercise === keyOf(exercise) && (restarts ?? found.restarts) === found.restarts
      const run = isSame ? found : undefined
      const { startedAt = null, finishedAt = null, requests = 0, percent = null, best = null } = run ?? {}
      const state = run?.outcome != null ? 'finished' : requests === 0 ? 'ready' : 'running'
      return { state, startedAt, finishedAt, requests, percent, best }
    },
  }
}

/** Returns the end of a run that was stopped. What the client would have done after its last request is not known. */
function stopped({ observations }: Run): DrillEnd {
  return { endedAt: Math.max(0, ...observations.map(({ endedAt }) => endedAt)), wasStopped: true }
}

function keyOf({ startsAt, drill }: Exercise): string {
  return `${startsAt} ${drill?.profile} ${drill?.seed}`
}
