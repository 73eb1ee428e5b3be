/** The exercise of a board or a class. @module */

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ref } from '../../contract/schemas/builders.js'
import { emptyResponse, errors, jsonResponse } from '../../contract/schemas/responses.js'
import { BoardParams, classErrors, NO_EXERCISE, refuseClassBoards, refuseDefaultBoard } from '../access.js'
import type { ManagementOptions } from '../options.js'
import { readExercise } from './read-exercise.js'
import { Exercise, ExerciseInput } from './schemas.js'
import { showExercise } from './show.js'

/** The routes for owners that configure the exercise of a board. */
export const ownerExerciseRoutes: FastifyPluginAsyncTypebox<ManagementOptions> = async (app, { chooseSeed }) => {
  app.addHook('onRequest', refuseDefaultBoard)

  app.put('/boards/:id/exercise', {
    onRequest: refuseClassBoards,
    schema: {
      operationId: 'replaceExercise',
      summary: 'Configure the exercise of a board',
      description:
        'Replaces the exercise of the board. With another `startsAt`, or if the old exercise has ended, a new exercise begins: all claims are deleted, the score is reset, and the fault plan restarts with a new seed. An exercise that has ended cannot continue, because its faults are known, and its title, end, feedback, hints, challenges, drill and defects stay.',
      params: BoardParams,
      body: ref(ExerciseInput),
      response: {
        200: jsonResponse(Exercise, 'The exercise.'),
        ...errors({ 403: NO_EXERCISE, 409: 'The exercise has ended, or the board belongs to a class.' }),
      },
    },
    handler: async ({ params: { id }, body }) => {
      const { exercise: before } = await app.store.readState(id)
      const { exercise, changes } = readExercise(body, { before, now: app.now(), defects: app.defects, chooseSeed })
      await app.store.configureExercise(id, exercise, changes)
      return showExercise(exercise, app.now(), true)
    },
  })

  app.get('/boards/:id/exercise', {
    schema: {
      operationId: 'getBoardExercise',
      summary: 'Get the exercise of a board',
      description: 'Returns the exercise of the board.',
      params: BoardParams,
      response: {
        200: jsonResponse(Exercise, 'The exercise.'),
        ...errors({ 403: NO_EXERCISE, 404: 'The board does not exist, or it has no exercise.' }),
      },
    },
    handler: async ({ params }) => showExercise((await app.store.readState(params.id)).exercise, app.now(), true),
  })

  app.delete('/boards/:id/exercise', {
    onRequest: refuseClassBoards,
    schema: {
      operationId: 'deleteExercise',
      summary: 'Delete the exercise of a board',
      description:
        'Deletes the exercise, its claims and its score. The faults and defects of the board stay. Learners can still make claims: without an exercise, they get immediate feedback.',
      params: BoardParams,
      response: {
        204: emptyResponse('The board has no exercise.'),
        ...classErrors,
        ...errors({ 403: NO_EXERCISE }),
      },
    },
    handler: ({ params: { id } }) => app.store.configureExercise(id, null, { restarts: true }),
  })
}
