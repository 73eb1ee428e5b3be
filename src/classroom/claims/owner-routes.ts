import type { FastifyPluginAsync } from 'fastify'
import { readPaging, toPage } from '../../contract/schemas/paging.js'
import { refuseDefaultBoard } from '../access.js'
import { route } from '../route.js'
import { ClaimPage, ClaimQuery } from './schemas.js'
import { showClaim } from './show.js'

/** The route that returns the claims on a board to its owner. */
export const ownerClaimRoutes: FastifyPluginAsync = async (app) => {
  app.addHook('onRequest', refuseDefaultBoard)

  route(app, 'GET /boards/:id/claims', 'listBoardClaims', 'List the claims on a board', {
    description: 'Returns the claims since the start of the exercise with their verdicts, newest first.',
    query: ClaimQuery,
    responses: { 200: [ClaimPage, 'A page of claims.'], 403: 'The default board has no claims.' },
    handler: async ({ params: { id }, query }) => {
      const paging = readPaging(query)
      const { claims, total } = await app.store.listClaims(id, paging)
      return toPage(claims, total, paging, (claim) => showClaim(claim, 'everything'))
    },
  })
}
