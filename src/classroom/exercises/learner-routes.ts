import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { readPaging, toPage } from '../../contract/schemas/paging.js'
import { errors, jsonResponse } from '../../contract/schemas/responses.js'
import { LearnerRequestPage, LearnerRequestQuery } from '../claims/schemas.js'
import { readScore, showExercise, showRequests, viewOf } from '../claims/show.js'
import { Score } from '../scores/schemas.js'
import { Exercise } from './learner-schemas.js'

/** The routes that return the exercise, the requests and the score to learners. */
export const learnerRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get('/exercise', {
    schema: {
      operationId: 'getExercise',
      summary: 'Get the exercise',
      description: 'Returns the instructions, the start and the end of the exercise, and when learners get feedback.',
      response: { 200: jsonResponse(Exercise, 'The exercise.'), ...errors({ 404: 'The board has no exercise.' }) },
    },
    handler: async ({ board: { state } }) => showExercise(state?.exercise ?? null, app.now(), false),
  })

  app.get('/score', {
    config: { showsMoreToOwner: true, showsLog: true },
    schema: {
      operationId: 'getScore',
      summary: 'Get the score',
      description:
        'Returns the number of faults since the start of the exercise, and the quality of the claims. Values that the exercise does not show yet are `null`.',
      response: { 200: jsonResponse(Score, 'The score.') },
    },
    handler: ({ board: { id: board }, isOwner }) => readScore(app, board, app.now(), isOwner),
  })

  app.get('/requests', {
    config: { showsMoreToOwner: true, showsLog: true },
    schema: {
      operationId: 'listLearnerRequests',
      summary: 'List the requests',
      description:
        'Returns the last 1,000 requests to the variants of the board with the claims about them, newest first. After the exercise ends, the response also contains the faults of each request. The owner sees them at any time.',
      querystring: LearnerRequestQuery,
      response: { 200: jsonResponse(LearnerRequestPage, 'A page of requests.') },
    },
    handler: async ({ board: { id: board, state }, isOwner, query }) => {
      const paging = readPaging(query)
      const { requests, total } = await app.store.listRequests(board, { ...paging, status: query.status })
      const shown = showRequests(requests, viewOf(state?.exercise ?? null, app.now(), isOwner))
      return toPage(shown, total, paging)
    },
  })
}
