import type { FastifyPluginAsync } from 'fastify'
import { DrillNotFound } from '../../contract/errors.js'
import { type Exercise, requireRunning } from '../../rooms/training/exercise-settings.js'
import { route } from '../route.js'
import { Drill, DrillInput } from './schemas.js'
import { readDrill } from './show.js'

/** The errors of operations that change the drill. */
const changeErrors = {
  404: 'The board does not exist, or its exercise has no drill.',
  409: 'The exercise is not running.',
  423: 'The class of the board is frozen.',
}

/** The routes of the drill of a learner's client. */
export const learnerDrillRoutes: FastifyPluginAsync = async (app) => {
  /** @throws ExerciseNotStarted, ExerciseEnded, DrillNotFound */
  function requireDrill(exercise: Exercise | null): asserts exercise is Exercise {
    requireRunning(exercise, app.now())
    if (exercise?.drill == null) throw new DrillNotFound()
  }

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
      const { exercise } = await app.store.readState(board)
      requireDrill(exercise)
      await app.drills.restart(board, exercise)
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
      requireDrill(state.exercise)
      await app.drills.finish(board, state, { claimsSuccess: body.success, wasStopped: body.stopped ?? false })
      return readDrill(app, board, isOwner)
    },
  })
}
