import type { FastifyPluginAsync } from 'fastify'
import { route } from '../route.js'
import { Exercise } from './schemas.js'
import { showExercise } from './show.js'

/** The route that returns the exercise to learners. */
export const learnerExerciseRoutes: FastifyPluginAsync = async (app) => {
  route(app, 'GET /exercise', 'getExercise', 'Get the exercise', {
    description: 'Returns the instructions, the start and the end of the exercise, and when learners get feedback.',
    responses: { 200: [Exercise, 'The exercise.'], 404: 'The board has no exercise.' },
    handler: async ({ board: { state } }) => showExercise(state?.exercise ?? null, app.now(), false),
  })
}
