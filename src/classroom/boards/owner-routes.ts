/** Private boards: create, list, reset and delete them. @module */

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { expiryThreshold } from '../../api/boards/expiry.js'
import { BOARD_ID_PATTERN, DEFAULT_BOARD } from '../../contract/board-id.js'
import { DefaultBoardNotDeletable } from '../../contract/errors.js'
import { ref } from '../../contract/schemas/builders.js'
import { OPTIONAL_SECURITY, SECURITY, tokenRequired } from '../../contract/schemas/owner-token.js'
import { readPaging, toPage } from '../../contract/schemas/paging.js'
import { emptyResponse, errors, jsonResponse, tooMany } from '../../contract/schemas/responses.js'
import { JSON_TYPE } from '../../http/headers.js'
import { demoTasks } from '../../rooms/demo-tasks.js'
import { BoardParams } from '../access.js'
import { readDefects } from '../defects/owner-routes.js'
import type { ManagementOptions } from '../options.js'
import { createBoards, creationErrors, readBoardNames } from './create-boards.js'
import * as schema from './schemas.js'
import { describeBoard } from './show.js'

/** The routes that create, list, describe, reset and delete boards. */
export const boardRoutes: FastifyPluginAsyncTypebox<ManagementOptions> = async (app, options) => {
  const { authority, clock } = options

  app.post('/boards', {
    onRequest: async (request, reply) => authority.requireCreator(request, reply),
    preValidation: defaultToEmptyBody,
    // Only valid requests count towards the rate limit.
    async preHandler(request, reply) {
      readDefects(app.defects, request.body.defects)
      if (authority.isAdmin(request)) return
      if (isBatch(request.body)) authority.requireAdmin(request, reply)
      await app.limitBoardCreation(request, reply)
    },
    schema: {
      operationId: 'createBoard',
      summary: 'Create a board',
      description: 'Creates a board. Its `baseUrl` is the base URL of a complete service.',
      security: OPTIONAL_SECURITY,
      body: ref(schema.BoardInput),
      response: {
        201: jsonResponse(schema.NewBoard, 'The new board.', {
          Location: {
            type: 'string',
            pattern: `^[/]boards/${BOARD_ID_PATTERN}$`,
            description: 'The path of the new board.',
          },
        }),
        ...tokenRequired,
        ...creationErrors,
        ...tooMany,
      },
    },
    handler: async (request, reply) => {
      const { name, fixture } = request.body
      const content = { fixture, defects: readDefects(app.defects, request.body.defects) }
      const names = isBatch(request.body) ? readBoardNames(request.body) : [name ?? null]
      const boards = await createBoards(request, names, content, options)
      const [board] = boards as [schema.NewBoard]
      if (!isBatch(request.body)) return reply.code(201).header('location', `/boards/${board.id}`).send(board)
      const body = reply.serializeInput({ boards }, { $ref: 'NewBoards#' }) as never
      return reply.code(201).header('location', '/boards').type(JSON_TYPE).serializer(String).send(body)
    },
  })

  app.get('/boards', {
    onRequest: async (request, reply) => authority.requireAdmin(request, reply),
    schema: {
      operationId: 'listBoards',
      summary: 'List boards',
      description: 'Returns all private boards, oldest first. Only the administrator can list boards.',
      security: SECURITY,
      querystring: schema.BoardListQuery,
      response: { 200: jsonResponse(schema.BoardPage, 'A page of boards.'), ...tokenRequired },
    },
    handler: async (request) => {
      const paging = readPaging(request.query)
      const { boards, total } = await app.store.listBoards({ ...paging, unusedSince: expiryThreshold(options) })
      return toPage(boards, total, paging, (board) => describeBoard(board, request, options))
    },
  })

  app.get('/boards/:id', {
    schema: {
      operationId: 'getBoard',
      summary: 'Get a board',
      description: 'Returns the URLs of the board and the time when it expires.',
      params: BoardParams,
      response: { 200: jsonResponse(schema.Board, 'The board.') },
    },
    handler: async (request) => describeBoard(await app.store.getBoard(request.params.id), request, options),
  })

  app.delete('/boards/:id', {
    schema: {
      operationId: 'deleteBoard',
      summary: 'Delete a board',
      description: 'Deletes the board and its content. Its URLs then return 404.',
      params: BoardParams,
      response: {
        204: emptyResponse('The board is deleted.'),
        ...errors({ 403: 'The default board cannot be deleted.' }),
      },
    },
    handler: async ({ params: { id } }) => {
      if (id === DEFAULT_BOARD) throw new DefaultBoardNotDeletable()
      await app.store.deleteBoard(id, app.now())
    },
  })

  app.post('/boards/:id/reset', {
    preValidation: defaultToEmptyBody,
    schema: {
      operationId: 'resetBoard',
      summary: 'Reset a board',
      description:
        'Replaces the content of the board with the fixture, or empties the board. Ids start at 1 again, all sessions end, and the fault plan restarts at 0. All claims are deleted, and the score is reset, unless the exercise of the board has ended.',
      params: BoardParams,
      body: ref(schema.ResetInput),
      response: {
        204: emptyResponse('The board is reset.'),
        ...errors({ 507: 'The fixture exceeds the quota of the board.' }),
      },
    },
    handler: async ({ params: { id }, body: { fixture } }) => {
      await app.drills.end(id)
      await app.store.resetBoard(id, fixture === 'demo' ? demoTasks(clock()) : [], app.now())
    },
  })

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
      security: SECURITY,
      body: ref(schema.BoardsInput),
      response: {
        201: jsonResponse(schema.NewBoards, 'The new boards.', {
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

function isBatch({ count, names }: schema.BoardInput): boolean {
  return count != null || names != null
}

/** Replaces a missing body with an empty object. */
export async function defaultToEmptyBody(request: FastifyRequest): Promise<void> {
  if (request.body === undefined) request.body = {}
}
