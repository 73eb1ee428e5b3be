import { Type } from '@sinclair/typebox'
import type { FastifyPluginAsync } from 'fastify'
import { type ExpiryOptions, isExpired } from '../../api/boards/expiry.js'
import { string } from '../../contract/schemas/values.js'
import { route } from '../route.js'
import { boardEvents } from './board-events.js'

/** The response of operations that stream events. */
export const eventsResponse = {
  description: 'The events. The stream does not end.',
  headers: {
    'Cache-Control': { type: 'string', description: 'Caches must not store the events.', enum: ['no-store'] },
    'X-Accel-Buffering': { type: 'string', description: 'Proxies must not delay the events.', enum: ['no'] },
  },
  content: {
    // Generators of many languages return a stream for binary content, but read a text to its end.
    'text/event-stream': {
      schema: { type: 'string', format: 'binary', example: 'event: claim\nid: 12.3\ndata: {"number":3}\n\n' },
    },
  },
}

/** The headers of requests for events. */
export const EventsHeaders = Type.Object({
  'Last-Event-ID': Type.Optional(
    string('The id of the last event that the client has received, to continue after it.'),
  ),
})

/** The route that streams the events of a board. */
export const learnerEventRoutes: FastifyPluginAsync<ExpiryOptions> = async (app, expiry) => {
  const eventsOf = boardEvents(app, (state) => isExpired(state, expiry))

  route(app, 'GET /events', 'streamEvents', 'Stream events', {
    description:
      'Streams server-sent events. The response does not end, so read it with `EventSource`, a streaming `fetch` or `curl -N`. The events are `request` (a request to a variant), `claim`, `score` (after any other event, and after a hint), `challenges` (the solved challenges, after another was solved), `exercise` (it was configured, has started or has ended), `drill` (how far the drill is), `board` (tasks or settings have changed), and `reload` (there are too many requests or claims to send; load them from the API). The data of an event is JSON in the format of the other operations. After a disconnect, `EventSource` continues with `Last-Event-ID`.',
    headers: EventsHeaders,
    responses: { 200: eventsResponse },
    handler: async (request, reply) => {
      const source = await eventsOf(request.board.id, request.headers['last-event-id'])
      return app.streamEvents(request, reply, source)
    },
  })
}
