import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { DrillNotFound, StoreUnavailable } from '../../contract/errors.js'
import { route } from '../../http/route.js'
import { requireDrill, requireRunning } from '../../rooms/training/exercise-settings.js'
import type { Goal } from '../../rules/client-habits/goals.js'
import { NO_EXERCISE } from '../access.js'
import { type View, viewOf } from '../view.js'
import type { DrillProgress } from './run.js'
import { Drill, DrillInput } from './schemas.js'

/** The errors of operations that change the drill. */
const changeErrors = {
  404: 'The board does not exist, or its exercise has no drill.',
  409: 'The exercise is not running.',
  423: 'The class of the board is frozen.',
}

/** The routes of the drill of a learner's client. */
export const learnerDrillRoutes: FastifyPluginAsync = async (app) => {
  route(app, 'GET /drill', 'getDrill', 'Get the drill', {
    config: { showsMoreToOwner: true },
    description:
      'Returns how far the client is, which goals it has reached, and what it did about each fault. Values that the exercise does not show yet are `null`.',
    responses: { 200: [Drill, 'The drill.'], 404: 'The board does not exist, or its exercise has no drill.' },
    handler: ({ board: { id: board }, isOwner }) => readDrill(app, board, isOwner),
  })

  route(app, 'POST /drill/start', 'startDrill', 'Start the drill again', {
    config: { showsMoreToOwner: true },
    description:
      'Deletes all tasks of the board, and starts a new run of the drill: the faults begin again, and earlier requests do not count. The first run needs no start: it begins with the first request to buggy.',
    responses: { 200: [Drill, 'The drill.'], ...changeErrors },
    handler: async ({ board: { id: board }, isOwner }) => {
      await app.drills.restart(board)
      return readDrill(app, board, isOwner)
    },
  })

  route(app, 'POST /drill/finish', 'finishDrill', 'Finish the drill', {
    config: { showsMoreToOwner: true },
    description:
      'Ends the run of the client, and judges it. Later requests to buggy have no faults and do not count, until the drill starts again. A run that is finished already stays as it is. At the end of the exercise, each run ends by itself.',
    body: DrillInput,
    responses: { 200: [Drill, 'The drill.'], ...changeErrors },
    handler: async ({ board: { id: board }, body, isOwner }) => {
      // The exercise can change while the body arrives.
      const state = await app.store.readState(board)
      requireRunning(state.exercise, app.now())
      requireDrill(state.exercise)
      await app.drills.finish(board, state, { claimsSuccess: body.success, wasStopped: body.stopped ?? false })
      return readDrill(app, board, isOwner)
    },
  })
}

/** The route that returns the drill of a board to its owner. */
export const ownerDrillRoutes: FastifyPluginAsync = async (app) => {
  route(app, 'GET /boards/:id/drill', 'getBoardDrill', 'Get the drill of a board', {
    description: 'Returns the complete drill of the board, including values that learners do not see yet.',
    responses: {
      200: [Drill, 'The drill.'],
      403: NO_EXERCISE,
      404: 'The board does not exist, or its exercise has no drill.',
    },
    handler: ({ params: { id } }) => readDrill(app, id, true),
  })
}

const HIDDEN_SCORE = { percent: null, best: null }

/**
 * Reads the drill of a board, limited to what the client may see.
 *
 * @throws DrillNotFound if the exercise of the board has no drill
 */
export async function readDrill(
  app: Pick<FastifyInstance, 'drills' | 'now' | 'store'>,
  board: string,
  isOwner: boolean,
): Promise<Drill> {
  // A full disk does not prevent reads.
  await app.drills.end(board).catch((error) => {
    if (!(error instanceof StoreUnavailable)) throw error
  })
  const found = await app.store.readState(board)
  // A run can finish while its outcome is read.
  const known = app.drills.progressOf(board, found)
  if (known === undefined) throw new DrillNotFound()
  const { isInterrupted: interrupted, ...progress } = known
  const { goals, verdicts, score: current } = await app.drills.readOutcome(board, found)
  const score = known.state === 'finished' ? current : null
  const shown = {
    ...progress,
    interrupted,
    right: score?.right ?? null,
    total: score?.total ?? null,
    goals: goals.map(showGoal),
    verdicts,
  }
  const view = viewOf(found.exercise, app.now(), isOwner)
  if (view !== 'nothing') return shown
  return { ...shown, ...HIDDEN_SCORE, right: null, total: null, goals: [], verdicts: [] }
}

export function showGoal({ isReached, ...goal }: Goal): Drill['goals'][number] {
  return { ...goal, reached: isReached }
}

/** Shows how far a drill is. */
export function showDrillProgress({ state, requests, percent, best }: DrillProgress, view: View) {
  return { state, requests, ...(view === 'nothing' ? HIDDEN_SCORE : { percent, best }) }
}
