import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ValidationFailed } from '../../contract/errors.js'
import { readPaging, toPage } from '../../contract/schemas/paging.js'
import { jsonResponse } from '../../contract/schemas/responses.js'
import { toTimestamp } from '../../contract/time.js'
import { BoardParams } from '../access.js'
import { JournalPage, RequestQuery } from './schemas.js'

/** The route of the log of a board. */
export const requestRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get('/boards/:id/requests', {
    config: { showsLog: true },
    schema: {
      operationId: 'listRequests',
      summary: 'List the requests to a board',
      description:
        'Returns the last 1,000 requests to the variants of the board and their faults, newest first. The list contains no bodies and no credentials. `GET /requests/{requestId}` on the board returns a request with its response.',
      params: BoardParams,
      querystring: RequestQuery,
      response: { 200: jsonResponse(JournalPage, 'A page of the log.') },
    },
    handler: async ({ params, query }) => {
      const paging = readPaging(query)
      const { faulted, status, since } = query
      const moment = since === undefined ? undefined : Date.parse(since)
      // The schema accepts leap seconds (RFC 3339), but `Date` does not.
      if (Number.isNaN(moment)) throw new ValidationFailed({ since: 'Since must not be in a leap second' })
      const { requests, total } = await app.store.listRequests(params.id, {
        ...paging,
        faulted: faulted === undefined ? undefined : faulted === 'true',
        status,
        since: moment === undefined ? undefined : toTimestamp(moment),
      })
      return toPage(requests, total, paging, ({ duration, ...request }) => ({ ...request, duration: duration / 1000 }))
    },
  })
}
