import { createHash } from 'node:crypto'
import { Type } from '@sinclair/typebox'
import type { FastifyPluginAsync } from 'fastify'
import { type ExpiryOptions, isExpired } from '../../api/boards/expiry.js'
import { ClassNotFound } from '../../contract/errors.js'
import { string } from '../../contract/schemas/values.js'
import { route } from '../../http/route.js'
import type { StoredClass } from '../../rooms/classes/classes.js'
import { stateOf } from '../../rooms/training/exercise-settings.js'
import type { Class } from '../classes/schemas.js'
import { describeClass } from '../classes/show.js'
import type { ManagementOptions } from '../options.js'
import { boardEvents } from './board-events.js'
import { type ServerEvent, unlessGone } from './streams.js'

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

/** A stream reads the boards of a class that has changed once per second. */
const EVERY = 4

/** The route that streams the events of a class. */
export const ownerEventRoutes: FastifyPluginAsync<ManagementOptions> = async (app, options) => {
  route(app, 'GET /classes/:id/events', 'streamClassEvents', 'Stream the events of a class', {
    description:
      'Streams server-sent events. The response does not end, so read it with a streaming `fetch` or `curl -N`. The events are `class` (the settings of the class and the ids of its boards), `faults` (the quality of the claims by fault) and `learner` (a board with its activity, claims and score). A new stream starts with all events. Then it sends changes, at most once per second. The data of an event is JSON in the format of `GET /classes/{id}`. If the request has `Last-Event-ID` and nothing has changed, the initial events are omitted. The stream ends when the trainer secret is replaced.',
    headers: EventsHeaders,
    responses: { 200: eventsResponse },
    handler: async (request, reply) => {
      const { id } = request.params
      const { secretHash } = await app.store.getClass(id)
      const isAdmin = options.authority.isAdmin(request)
      let lastEventId = request.headers['last-event-id']
      /** The parts that the stream has sent, as JSON: the class, the faults, and each board by its id. */
      let sent = new Map<string, string>()
      let isDue = () => false
      const stateOfExercise = ({ exercise }: StoredClass) => exercise && stateOf(exercise, app.now())
      async function next(): Promise<ServerEvent[] | undefined> {
        const found = await unlessGone(app.store.getClass(id), ClassNotFound)
        if (found === undefined || found.expiresAt <= app.now()) return undefined
        if (!isAdmin && found.secretHash !== secretHash) return undefined
        const state = stateOfExercise(found)
        isDue = () => found.expiresAt <= app.now() || stateOfExercise(found) !== state
        const described = await unlessGone(describeClass(id, request, options), ClassNotFound)
        if (described === undefined) return undefined
        const parts = describeParts(described)
        const eventId = hashOf(parts)
        const changed = [...parts].filter(([key, text]) => sent.get(key) !== text)
        sent = parts
        const isKnown = lastEventId === eventId
        lastEventId = undefined
        if (isKnown) return []
        return changed.map(([key, data], index): ServerEvent => {
          const event = OWN_PARTS.includes(key) ? key : 'learner'
          return { event, ...(index === changed.length - 1 && { id: eventId }), data }
        })
      }
      const source = { id, isDue: () => isDue(), next, every: EVERY, isOfTrainer: true } as const
      return app.streamEvents(request, reply, source)
    },
  })
}

/** The keys of the parts of a class that are not boards. The events have the same names. */
const OWN_PARTS = ['class', 'faults']

/** Returns the parts of a class that are sent separately, as JSON: the class, the faults, and each board by its id. */
function describeParts({ boards, faults, ...facts }: Class): Map<string, string> {
  return new Map([
    ['class', JSON.stringify({ ...facts, boards: boards.map(({ id }) => id) })],
    ['faults', JSON.stringify(faults)],
    ...boards.map((board): [string, string] => [board.id, JSON.stringify(board)]),
  ])
}

function hashOf(parts: ReadonlyMap<string, string>): string {
  const hash = createHash('sha256')
  for (const text of parts.values()) hash.update(text)
  return hash.digest('base64url').slice(0, 22)
}
