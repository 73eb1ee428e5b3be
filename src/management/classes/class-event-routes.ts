import { createHash } from 'node:crypto'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { ClassNotFound } from '../../contract/errors.js'
import { stateOf } from '../../store/exercise.js'
import type { ClassBoard, StoredClass } from '../../store/store.js'
import { EventsHeaders, eventsResponse } from '../../training/event-routes.js'
import { oncePerRound, type ServerEvent } from '../../training/streams.js'
import { trainersOnly } from '../access.js'
import type { ManagementOptions } from '../options.js'
import { describeClass } from './describe-class.js'
import { readClass } from './read-class.js'
import { ClassParams } from './schemas.js'

/** The shortest time in milliseconds between two reads of the boards of a class that has changed. */
const READ_INTERVAL = 1000

/** The number of classes that the process caches. Other classes are read in each round. */
const CLASSES_MAX = 100

/** One version of a class with its boards. */
interface ReadClass {
  version: string
  found: StoredClass
  boards: ClassBoard[]
  /** When it was read, in milliseconds since the start of the process. */
  readAt: number
}

/** The route that streams the events of a class. */
export const classEventRoutes: FastifyPluginAsyncTypebox<ManagementOptions> = async (app, options) => {
  trainersOnly(app, options.authority)
  /** The latest version of each class. */
  const latest = new LRUCache<string, ReadClass>({ max: CLASSES_MAX })

  /** Reads a class once for all its streams. If the class has not changed, it reads only the version. */
  const readOnce = oncePerRound(async (id): Promise<ReadClass | undefined> => {
    const stored = await app.store.readClassVersion(id).catch((error) => {
      if (error instanceof ClassNotFound) return undefined
      throw error
    })
    if (stored === undefined) return undefined
    const version = `${stored} ${app.drills.changes()}`
    const known = latest.get(id)
    const isRecent = known !== undefined && performance.now() - known.readAt < READ_INTERVAL
    const read = isRecent || known?.version === version ? (known as ReadClass) : await readVersion(id, version)
    return read.found.expiresAt <= app.now() ? undefined : read
  })

  async function readVersion(id: string, version: string): Promise<ReadClass> {
    const { found, boards } = await readClass(app, id)
    const read = { version, found, boards, readAt: performance.now() }
    latest.set(id, read)
    return read
  }

  app.get('/classes/:id/events', {
    schema: {
      operationId: 'streamClassEvents',
      summary: 'Stream the events of a class',
      description:
        'Streams server-sent events. The response does not end, so read it with a streaming `fetch` or `curl -N`. The events are `class` (the settings of the class and the ids of its boards), `faults` (the quality of the claims by fault) and `learner` (a board with its activity, claims and score). A new stream starts with all events. Then it sends changes, at most once per second. The data of an event is JSON in the format of `GET /classes/{id}`. If the request has `Last-Event-ID` and nothing has changed, the initial events are omitted. The stream ends when the trainer secret is replaced.',
      params: ClassParams,
      headers: EventsHeaders,
      response: { 200: eventsResponse },
    },
    handler: async (request, reply) => {
      const { id } = request.params
      const { secretHash } = await app.store.getClass(id)
      const isAdmin = options.authority.isAdmin(request)
      let lastEventId = request.headers['last-event-id']
      /** The parts that the stream has sent, as JSON: the class, the faults, and each board by its id. */
      let sent = new Map<string, string>()
      let last: ReadClass | undefined
      let lastState: string | undefined
      return app.streamEvents(request, reply, async (round) => {
        const read = await readOnce(round, id)
        if (read === undefined || (!isAdmin && read.found.secretHash !== secretHash)) return undefined
        // An exercise also changes with time, and its end ends the drills.
        const state = read.found.exercise === null ? undefined : stateOf(read.found.exercise, app.now())
        if (read === last && state === lastState) return []
        if (state !== lastState) await app.drills.endAll(read.boards, read.found.exercise)
        last = read
        lastState = state
        const parts = describeParts(describeClass(read.found, read.boards, request as FastifyRequest, options))
        const eventId = hashOf(parts)
        const changed = [...parts].filter(([key, text]) => sent.get(key) !== text)
        sent = parts
        const isKnown = lastEventId === eventId
        lastEventId = undefined
        if (isKnown) return []
        return changed.map(([key, text], index): ServerEvent => {
          const event = OWN_PARTS.includes(key) ? key : 'learner'
          return { event, ...(index === changed.length - 1 && { id: eventId }), data: JSON.parse(text) }
        })
      }) as never
    },
  })
}

/** The keys of the parts of a class that are not boards. The events have the same names. */
const OWN_PARTS = ['class', 'faults']

/** Returns the parts of a class that are sent separately, as JSON: the class, the faults, and each board by its id. */
function describeParts({ boards, faults, ...facts }: ReturnType<typeof describeClass>): Map<string, string> {
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
