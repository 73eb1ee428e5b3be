import { Readable } from 'node:stream'
import type { FastifyPluginAsync } from 'fastify'
import { ValidationFailed } from '../../contract/errors.js'
import { ref } from '../../contract/schemas/builders.js'
import { readPaging, toPage } from '../../contract/schemas/paging.js'
import { toTimestamp } from '../../contract/time.js'
import type { ManagementOptions } from '../options.js'
import { route } from '../route.js'
import { exportLog, NDJSON_TYPE } from './export-log.js'
import { JournalPage, LOG_EXAMPLE, RequestQuery } from './schemas.js'

/** The route that returns the log of a board to its owner. */
export const ownerExchangeRoutes: FastifyPluginAsync<ManagementOptions> = async (app, { edition }) => {
  route(app, 'GET /boards/:id/requests', 'listRequests', 'List the requests to a board', {
    config: { waitsForLog: true },
    description:
      'Returns the last 1,000 requests to the variants of the board and their faults, newest first. The list contains no bodies and no credentials. `GET /requests/{requestId}` on the board returns a request with its response.\n\n`format=log` returns the whole log instead, for `task-board-service judge`: a line of JSON with the settings, one for each request, the oldest first, and one for each claim. Other parameters then have no effect.',
    query: RequestQuery,
    responses: {
      200: {
        description: 'A page of the log, or the whole log.',
        content: {
          'application/json': { schema: ref(JournalPage) },
          [NDJSON_TYPE]: { schema: { type: 'string', example: LOG_EXAMPLE } },
        },
      },
    },
    handler: async ({ params, query }, reply) => {
      if (query.format !== undefined) {
        const lines = Readable.from(exportLog(app, params.id, edition), { objectMode: false })
        return reply.type(NDJSON_TYPE).send(lines)
      }
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
      return toPage(requests, total, paging, ({ duration, ...request }) => ({
        ...request,
        duration: duration / 1000,
      }))
    },
  })
}
