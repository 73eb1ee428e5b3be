import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { errors, jsonResponse } from '../../contract/schemas/responses.js'
import { Exercise } from './schemas.js'
import { showExercise } from './show.js'

/** The route that returns the exercise to learners. */
export const learnerExerciseRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get('/exercise', {
    schema: {
      operationId: 'getExercise',
      summary: 'Get the exercise',
      description: 'Returns the instructions, the start and the end of the exercise, and when learners get feedback.',
      response: { 200: jsonResponse(Exercise, 'The exercise.'), ...errors({ 404: 'The board has no exercise.' }) },
    },
    handler: async ({ board: { state } }) => showExercise(state?.exercise ?? null, app.now(), false),
  })
}
