/** Snapshots: the content of a board as a document, and back. @module */

import { finished, Readable, Transform } from 'node:stream'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest, FastifySchemaCompiler } from 'fastify'
import { SnapshotTooLarge, TooBusy } from '../../contract/errors.js'
import { JSON_TYPE } from '../../http/headers.js'
import { hasPlainBody } from '../../http/json-body.js'
import { route } from '../../http/route.js'
import { buildValidator } from '../../http/validation.js'
import { createScheduler } from '../../rooms/board/steps.js'
import type { BoardContent } from '../../rooms/content-methods.js'
import type { ManagementOptions } from '../options.js'
import { loadSnapshot } from './load-snapshot.js'
import { Snapshot } from './schemas.js'
import { renderSnapshot, sizeOf } from './snapshot.js'

/** The number of snapshots of maximum size that can be in memory at the same time. */
const AT_ONCE = 2

/** The routes that return and load snapshots. */
export const snapshotRoutes: FastifyPluginAsync<ManagementOptions> = async (app, { snapshotMax }) => {
  const reserveFor = createReservations(AT_ONCE * snapshotMax)
  // Long lists do not wait for snapshots.
  const scheduler = createScheduler(() => performance.now())
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => {
      try {
        return hasPlainBody(request, bytes) ? await scheduler.run(loadSnapshot(bytes)) : undefined
      } catch (error) {
        // Otherwise the body would be missing as well.
        throw Object.assign(error as Error, { validationContext: 'body' })
      }
    },
  )
  const compile = buildValidator(app.getSchemas(), {})

  route(app, 'GET /boards/:id/snapshot', 'getSnapshot', 'Take a snapshot of a board', {
    description:
      'Returns the content of the board, including attachments, as one JSON document. You can load it into any board.',
    responses: {
      200: [Snapshot, 'The snapshot.'],
      507: 'The content of the board exceeds the maximum size of a snapshot.',
    },
    handler: async ({ params }, reply) => {
      // Check the size before the content is read into memory. Base64 encodes three bytes as four characters.
      const { characters, attachmentBytes } = await app.store.measureContent(params.id)
      const size = characters + (attachmentBytes / 3) * 4
      if (size > snapshotMax) throw new SnapshotTooLarge(snapshotMax)
      reserveFor(reply)(size)
      const content = await app.store.readContent(params.id)
      const faults = await app.readFaultPlan(params.id)
      const pieces = await scheduler.run(renderSnapshot({ ...content, faults }, snapshotMax))
      return reply
        .headers({ 'content-type': JSON_TYPE, 'content-length': sizeOf(pieces) })
        .send(Readable.from(pieces, { objectMode: false }))
    },
  })

  route(app, 'PUT /boards/:id/snapshot', 'loadSnapshot', 'Load a snapshot into a board', {
    // Count the received bytes, not Content-Length: an idle upload must not block other uploads.
    async preParsing(_request, reply, body) {
      return countBytes(body, reserveFor(reply))
    },
    bodyLimit: snapshotMax,
    // The parser has validated the snapshot. Only a missing body is validated here.
    validatorCompiler: ((route) => {
      const validate = compile(route)
      if (route.httpPart !== 'body') return validate
      return (content: BoardContent | null) => content !== null || validate(content)
    }) satisfies FastifySchemaCompiler<object> as FastifySchemaCompiler<unknown>,
    description: 'Replaces the content of the board with the snapshot, and ends all sessions.',
    body: Snapshot,
    responses: { 204: 'The snapshot is loaded.', 507: 'The snapshot exceeds the quota of the board.' },
    handler: async ({ params, body }) => {
      await app.drills.end(params.id)
      await app.store.replaceContent(params.id, body as unknown as BoardContent)
    },
  })
}

/** A function that reserves memory, in bytes. It throws TooBusy if there is too little left. */
type Reserve = (bytes: number) => void

/**
 * Limits the total memory of snapshots.
 *
 * @param max the limit in bytes
 * @returns a function that creates the reservation of a request. It is released when the response ends or the client
 *   disconnects.
 */
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

/** Returns a stream of the same bytes that fails if they cannot be reserved. */
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
