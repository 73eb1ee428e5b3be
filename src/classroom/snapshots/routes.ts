/** Snapshots: the content of a board as a document, and back. @module */

import { Readable } from 'node:stream'
import type { FastifyPluginAsync } from 'fastify'
import { JsonTooLarge, SnapshotTooLarge } from '../../contract/errors.js'
import { JSON_TYPE } from '../../http/headers.js'
import { announcedLength, earlyBytes, readEarly, requireUnencoded, reserveFor } from '../../http/json-body.js'
import { route } from '../../http/route.js'
import { createScheduler } from '../../rooms/board/steps.js'
import type { ManagementOptions } from '../options.js'
import { loadSnapshot } from './load-snapshot.js'
import { Snapshot } from './schemas.js'
import { renderSnapshot, sizeOf } from './snapshot.js'

/** The number of snapshots of maximum size that can be in memory at the same time. */
const AT_ONCE = 2

/** The routes that return and load snapshots. */
export const snapshotRoutes: FastifyPluginAsync<ManagementOptions> = async (app, { snapshotMax }) => {
  const max = AT_ONCE * snapshotMax
  // Long lists do not wait for snapshots.
  const scheduler = createScheduler(() => performance.now())
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', (request, _payload, done) => {
    if (announcedLength(request.headers) > snapshotMax) throw new JsonTooLarge(snapshotMax)
    const bytes = earlyBytes(request.raw)
    if (bytes?.length) requireUnencoded(request)
    done(null, bytes?.length ? bytes : undefined)
  })

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
      reserveFor(reply.raw, snapshotMax, max)(size)
      const content = await app.store.readContent(params.id)
      const faults = await app.readFaultPlan(params.id)
      const pieces = await scheduler.run(renderSnapshot({ ...content, faults }, snapshotMax))
      return reply
        .headers({ 'content-type': JSON_TYPE, 'content-length': sizeOf(pieces) })
        .send(Readable.from(pieces, { objectMode: false }))
    },
  })

  route(app, 'PUT /boards/:id/snapshot', 'loadSnapshot', 'Load a snapshot into a board', {
    preParsing: (request, reply) => readEarly(request, reply, max),
    bodyLimit: snapshotMax,
    // The handler validates the snapshot in steps.
    validatorCompiler: () => () => true,
    description: 'Replaces the content of the board with the snapshot, and ends all sessions.',
    body: Snapshot,
    responses: { 204: 'The snapshot is loaded.', 507: 'The snapshot exceeds the quota of the board.' },
    handler: async ({ params, body }) => {
      const content = await scheduler.run(loadSnapshot(body as unknown as Buffer | undefined))
      await app.drills.end(params.id)
      await app.store.replaceContent(params.id, content)
    },
  })
}
