import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ValidationFailed } from '../errors.js'
import { PAGE_SIZE_DEFAULT } from '../limits.js'
import { toPage } from '../schemas/paging.js'
import { commonErrors, jsonResponse } from '../schemas/responses.js'
import { toTimestamp } from '../time.js'
import type { Authority } from './authority.js'
import { ownerErrors, ownerOnly, SECURITY } from './owner-only.js'
import { BoardParams } from './schemas/board.js'
import { JournalPage, JournalQueryString } from './schemas/journal.js'

/** The route of the journals of boards. */
export const journalRoutes: FastifyPluginAsyncTypebox<{ authority: Authority }> = async (
  app,
  { authority },
) => {
  app.get(
    '/boards/:id/requests',
    {
      onRequest: ownerOnly(authority),
      schema: {
        operationId: 'listRequests',
        tags: ['Journal'],
        summary: 'List the requests to a board',
        description:
          'The last 1,000 requests to the variants of the board, with their faults; no bodies, no credentials.',
        security: SECURITY,
        params: BoardParams,
        querystring: JournalQueryString,
        response: {
          200: jsonResponse(JournalPage, 'One page of the journal.'),
          ...commonErrors,
          ...ownerErrors,
        },
      },
    },
    async ({ params, query }) => {
      const { page = 0, size = PAGE_SIZE_DEFAULT, faulted, status, since } = query
      const moment = since === undefined ? undefined : Date.parse(since)
      // A leap second is a moment of RFC 3339, and none of JavaScript.
      if (Number.isNaN(moment))
        throw new ValidationFailed({ since: 'Since must be a moment without a leap second' })
      await app.flushJournal(params.id)
      const { requests, total } = await app.store.listRequests(params.id, {
        page,
        size,
        faulted: faulted === undefined ? undefined : faulted === 'true',
        status,
        since: moment === undefined ? undefined : toTimestamp(moment),
      })
      return toPage(
        requests.map(({ duration, drawn, changed, ...request }) => ({
          ...request,
          duration: duration / 1000,
          drawn: [...drawn],
          changed: [...changed],
        })),
        total,
        { page, size },
      )
    },
  )
}
