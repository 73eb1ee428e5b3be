import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { DEFAULT_BOARD } from '../../contract/board-id.js'
import { DefaultBoardWithoutExercise } from '../../contract/errors.js'
import { ref } from '../../contract/schemas/builders.js'
import { readPaging, toPage } from '../../contract/schemas/paging.js'
import { emptyResponse, errors, jsonResponse } from '../../contract/schemas/responses.js'
import { BoardParams, classErrors, refuseClassBoards } from '../access.js'
import { ClaimQuery } from '../claims/schemas.js'
import { readScore, showClaim, showExercise } from '../claims/show.js'
import { readDrill } from '../drills/show.js'
import type { ManagementOptions } from '../options.js'
import { readExercise } from './read-exercise.js'
import { ClaimPage, Drill, Exercise, ExerciseInput, Score } from './schemas.js'

const NO_EXERCISE = 'The default board cannot have an exercise.'

/** The routes for owners that configure the exercise of a board, and return its claims and its score. */
export const exerciseRoutes: FastifyPluginAsyncTypebox<ManagementOptions> = async (app, { chooseSeed }) => {
  app.addHook('onRequest', privateOnly)

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

  app.get('/boards/:id/score', {
    config: { showsLog: true },
    schema: {
      operationId: 'getBoardScore',
      summary: 'Get the score of a board',
      description: 'Returns the complete score of the board, including values that learners do not see yet.',
      params: BoardParams,
      response: { 200: jsonResponse(Score, 'The score.'), ...errors({ 403: 'The default board has no score.' }) },
    },
    handler: ({ params: { id } }) => readScore(app, id, app.now(), true),
  })

  app.get('/boards/:id/drill', {
    schema: {
      operationId: 'getBoardDrill',
      summary: 'Get the drill of a board',
      description: 'Returns the complete drill of the board, including values that learners do not see yet.',
      params: BoardParams,
      response: {
        200: jsonResponse(Drill, 'The drill.'),
        ...errors({ 403: NO_EXERCISE, 404: 'The board does not exist, or its exercise has no drill.' }),
      },
    },
    handler: ({ params: { id } }) => readDrill(app, id, true),
  })

  app.get('/boards/:id/claims', {
    schema: {
      operationId: 'listBoardClaims',
      summary: 'List the claims on a board',
      description: 'Returns the claims since the start of the exercise with their verdicts, newest first.',
      params: BoardParams,
      querystring: ClaimQuery,
      response: {
        200: jsonResponse(ClaimPage, 'A page of claims.'),
        ...errors({ 403: 'The default board has no claims.' }),
      },
    },
    handler: async ({ params: { id }, query }) => {
      const paging = readPaging(query)
      const { claims, total } = await app.store.listClaims(id, paging)
      return toPage(claims, total, paging, (claim) => showClaim(claim, 'everything'))
    },
  })
}

/** @throws DefaultBoardWithoutExercise for the default board */
async function privateOnly({ params }: FastifyRequest): Promise<void> {
  if ((params as { id: string }).id === DEFAULT_BOARD) throw new DefaultBoardWithoutExercise()
}
