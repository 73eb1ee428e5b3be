import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ref } from '../../contract/schemas/builders.js'
import { SECURITY, tokenRequired } from '../../contract/schemas/owner-token.js'
import { jsonResponse, tooMany } from '../../contract/schemas/responses.js'
import { documentOperations } from '../../http/document-operations.js'
import type { Authority } from '../authority.js'
import { readDefects } from '../defects/defect-routes.js'
import { type CreateBoardsOptions, createBoards, creationErrors, readBoardNames } from './create-boards.js'
import { BoardsInput, NewBoards } from './schemas.js'

export interface BoardBatchRoutesOptions extends CreateBoardsOptions {
  authority: Authority
}

/** The route that creates several boards. */
export const boardBatchRoutes: FastifyPluginAsyncTypebox<BoardBatchRoutesOptions> = async (app, options) => {
  const { authority } = options
  documentOperations(app, { tags: ['Boards'], security: SECURITY })

  app.post('/boards/batch', {
    async onRequest(request, reply) {
      authority.requireCreator(request, reply)
      authority.requireAdmin(request, reply)
    },
    schema: {
      operationId: 'createBoards',
      summary: 'Create several boards',
      description:
        'Creates `count` boards, or a board with each of `names`. If the request fails, no board is created. Only the administrator can create several boards with one request.',
      body: ref(BoardsInput),
      response: {
        201: jsonResponse(NewBoards, 'The new boards.', {
          Location: { type: 'string', enum: ['/boards'], description: 'The path of the list of boards.' },
        }),
        ...tokenRequired,
        ...creationErrors,
        ...tooMany,
      },
    },
    handler: async (request, reply) => {
      const { fixture } = request.body
      const defects = readDefects(app.defects, request.body.defects)
      const boards = await createBoards(request, readBoardNames(request.body), { fixture, defects }, options)
      return reply.code(201).header('location', '/boards').send({ boards })
    },
  })
}
