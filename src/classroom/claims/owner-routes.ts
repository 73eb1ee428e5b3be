import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { readPaging, toPage } from '../../contract/schemas/paging.js'
import { errors, jsonResponse } from '../../contract/schemas/responses.js'
import { BoardParams, refuseDefaultBoard } from '../access.js'
import { ClaimPage, ClaimQuery } from './schemas.js'
import { showClaim } from './show.js'

/** The route that returns the claims on a board to its owner. */
export const ownerClaimRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.addHook('onRequest', refuseDefaultBoard)

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
