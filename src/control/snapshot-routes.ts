import { finished, type Readable, Transform } from 'node:stream'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import { SnapshotTooLarge, TooBusy } from '../errors.js'
import { buildShortValidator } from '../http/validation.js'
import { ref } from '../schemas/builders.js'
import { bodyErrors, commonErrors, emptyResponse, errors, jsonResponse } from '../schemas/responses.js'
import type { Authority } from './authority.js'
import { ownerErrors, ownerOnly, SECURITY } from './owner-only.js'
import { BoardParams } from './schemas/board.js'
import { Snapshot } from './schemas/snapshot.js'
import { fromSnapshot, toSnapshot } from './snapshot.js'

export interface SnapshotRoutesOptions {
  authority: Authority
  /** How large a snapshot may be, in bytes. */
  snapshotMax: number
}

const tags = ['Snapshots']

/** How many of the largest snapshots are in memory at once. */
const AT_ONCE = 2

/** The routes of snapshots of boards. */
export const snapshotRoutes: FastifyPluginAsyncTypebox<SnapshotRoutesOptions> = async (
  app,
  { authority, snapshotMax },
) => {
  const requireOwner = ownerOnly(authority)
  const reserveFor = createReservations(AT_ONCE * snapshotMax)
  // What is wrong with a million tasks is not worth a list.
  app.setValidatorCompiler(buildShortValidator(app.getSchemas(), {}))

  app.get(
    '/boards/:id/snapshot',
    {
      onRequest: requireOwner,
      schema: {
        operationId: 'getSnapshot',
        tags,
        summary: 'Take a snapshot of a board',
        description:
          'Everything that the board holds, attachments included, as one document; loaded anywhere, it gives the same board.',
        security: SECURITY,
        params: BoardParams,
        response: {
          200: jsonResponse(Snapshot, 'What the board holds.'),
          ...commonErrors,
          ...ownerErrors,
          ...errors({ 507: 'The board holds more than fits into a snapshot.' }),
        },
      },
    },
    async ({ params }, reply) => {
      // Before all of it is in memory: Base64 takes four bytes for three.
      const { characters, attachmentBytes } = await app.store.measureContent(params.id)
      const size = characters + (attachmentBytes / 3) * 4
      if (size > snapshotMax) throw new SnapshotTooLarge(snapshotMax)
      reserveFor(reply)(size)
      const text = JSON.stringify(toSnapshot(await app.store.readContent(params.id)))
      if (Buffer.byteLength(text) > snapshotMax) throw new SnapshotTooLarge(snapshotMax)
      return reply.type('application/json').send(text as never)
    },
  )

  app.put(
    '/boards/:id/snapshot',
    {
      onRequest: requireOwner,
      // What has come counts, and not what was announced: who sends nothing keeps nobody out.
      async preParsing(_request, reply, body) {
        return countBytes(body, reserveFor(reply))
      },
      bodyLimit: snapshotMax,
      schema: {
        operationId: 'loadSnapshot',
        tags,
        summary: 'Load a snapshot into a board',
        description: 'It takes the place of everything that the board holds, and sessions end.',
        security: SECURITY,
        params: BoardParams,
        body: ref(Snapshot),
        response: {
          204: emptyResponse('The board is that of the snapshot.'),
          ...bodyErrors,
          ...ownerErrors,
          ...errors({ 507: 'The board has no room for what the snapshot holds.' }),
        },
      },
    },
    async ({ params, body }, reply) => {
      await app.store.replaceContent(params.id, fromSnapshot(body))
      return reply.code(204).send(null)
    },
  )
}

/** Reserves so many more bytes. Throws TooBusy where there is no room for them. */
type Reserve = (bytes: number) => void

/** Bounds the bytes that requests hold together; each gives back what it has reserved when it is answered or has hung up. */
function createReservations(max: number): (reply: FastifyReply) => Reserve {
  let reserved = 0
  return (reply) => {
    let own = 0
    finished(reply.raw, () => {
      reserved -= own
    })
    return (bytes) => {
      if (reserved + bytes > max) throw new TooBusy()
      reserved += bytes
      own += bytes
    }
  }
}

/** The same body, which fails where there is no room for what has come of it. */
function countBytes(body: Readable, reserve: Reserve): Readable {
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        reserve(chunk.length)
        done(null, chunk)
      } catch (error) {
        done(error as Error)
      }
    },
  })
  body.once('error', (error) => counted.destroy(error))
  return body.pipe(counted)
}
