import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { SnapshotTooLarge } from '../errors.js'
import { BoardParams } from '../schemas/board.js'
import { ref } from '../schemas/builders.js'
import { answer, bodyErrors, commonErrors, empty, errors } from '../schemas/responses.js'
import { Snapshot } from '../schemas/snapshot.js'
import type { Authority } from './authority.js'
import { ownerErrors, ownerOnly, SECURITY } from './owner-only.js'
import { fromSnapshot, toSnapshot } from './snapshot.js'

export interface SnapshotRoutesOptions {
  authority: Authority
  /** How large a snapshot may be, in bytes. */
  snapshotMax: number
}

const tags = ['Snapshots']

/** The routes of snapshots of boards. */
export const snapshotRoutes: FastifyPluginAsyncTypebox<SnapshotRoutesOptions> = async (
  app,
  { authority, snapshotMax },
) => {
  const onRequest = ownerOnly(authority)

  app.get(
    '/boards/:id/snapshot',
    {
      onRequest,
      schema: {
        operationId: 'getSnapshot',
        tags,
        summary: 'Take a snapshot of a board',
        description:
          'Everything that the board holds, attachments included, as one document; loaded anywhere, it gives the same board.',
        security: SECURITY,
        params: BoardParams,
        response: {
          200: answer(Snapshot, 'What the board holds.'),
          ...commonErrors,
          ...ownerErrors,
          ...errors({ 507: 'The board holds more than fits into a snapshot.' }),
        },
      },
    },
    async ({ params }, reply) => {
      // Before all of it is in memory: Base64 takes four bytes for three.
      if (((await app.store.countBytes(params.id)) / 3) * 4 > snapshotMax)
        throw new SnapshotTooLarge(snapshotMax)
      const text = JSON.stringify(toSnapshot(await app.store.readContent(params.id)))
      if (Buffer.byteLength(text) > snapshotMax) throw new SnapshotTooLarge(snapshotMax)
      return reply.type('application/json; charset=utf-8').send(text as never)
    },
  )

  app.put(
    '/boards/:id/snapshot',
    {
      onRequest,
      bodyLimit: snapshotMax,
      schema: {
        operationId: 'loadSnapshot',
        tags,
        summary: 'Load a snapshot into a board',
        description: 'It takes the place of everything that the board holds, and sessions end.',
        security: SECURITY,
        params: BoardParams,
        body: ref(Snapshot),
        response: { 204: empty('The board is that of the snapshot.'), ...bodyErrors, ...ownerErrors },
      },
    },
    async ({ params, body }, reply) => {
      await app.store.replaceContent(params.id, fromSnapshot(body))
      return reply.code(204).send(null)
    },
  )
}
