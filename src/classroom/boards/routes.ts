/** Private boards: create, list, reset and delete them. @module */

import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { expiryThreshold } from '../../api/boards/expiry.js'
import { DEFAULT_BOARD } from '../../contract/board-id.js'
import { DefaultBoardNotDeletable } from '../../contract/errors.js'
import { OPTIONAL_SECURITY, SECURITY, tokenRequired } from '../../contract/schemas/owner-token.js'
import { readPaging, toPage } from '../../contract/schemas/paging.js'
import { type ResponseHeader, tooMany } from '../../contract/schemas/responses.js'
import { JSON_TYPE } from '../../http/headers.js'
import { locationOf, route } from '../../http/route.js'
import { demoTasks } from '../../rooms/demo-board.js'
import { readDefects } from '../defects/routes.js'
import type { ManagementOptions } from '../options.js'
import { createBoards, creationErrors, describeBoard, readBoardNames } from './create-boards.js'
import * as schema from './schemas.js'

/** The header of responses with several boards. */
const LIST_LOCATION = {
  Location: { type: 'string', enum: ['/boards'], description: 'The path of the list of boards.' },
} satisfies Record<string, ResponseHeader>

/** The routes that create, list, describe, reset and delete boards. */
export const boardRoutes: FastifyPluginAsync<ManagementOptions> = async (app, options) => {
  const { authority, clock } = options

  route(app, 'POST /boards', 'createBoard', 'Create a board', {
    onRequest: async (request, reply) => authority.requireCreator(request, reply),
    preValidation: defaultToEmptyBody,
    // Only valid requests count towards the rate limit.
    async preHandler(request, reply) {
      readDefects(app.defects, request.body.defects)
      if (authority.isAdmin(request)) return
      if (isBatch(request.body)) authority.requireAdmin(request, reply)
      app.limitBoardCreation(request, reply)
    },
    description: 'Creates a board. Its `baseUrl` is the base URL of a complete service.',
    security: OPTIONAL_SECURITY,
    body: schema.BoardInput,
    responses: {
      201: [schema.NewBoard, 'The new board.', locationOf('boards', 'The path of the new board.')],
      ...tokenRequired,
      ...creationErrors,
      ...tooMany,
    },
    handler: async (request, reply) => {
      const { name, fixture } = request.body
      const content = { fixture, defects: readDefects(app.defects, request.body.defects) }
      const names = isBatch(request.body) ? readBoardNames(request.body) : [name ?? null]
      const boards = await createBoards(request, names, content, options)
      const [board] = boards as [schema.NewBoard]
      reply.header('location', isBatch(request.body) ? '/boards' : `/boards/${board.id}`)
      if (!isBatch(request.body)) return board
      return reply
        .type(JSON_TYPE)
        .serializer(String)
        .send(reply.serializeInput({ boards }, { $ref: 'NewBoards#' }))
    },
  })

  route(app, 'GET /boards', 'listBoards', 'List boards', {
    onRequest: async (request, reply) => authority.requireAdmin(request, reply),
    description: 'Returns all private boards, oldest first. Only the administrator can list boards.',
    security: SECURITY,
    query: schema.BoardListQuery,
    responses: { 200: [schema.BoardPage, 'A page of boards.'], ...tokenRequired },
    handler: async (request) => {
      const paging = readPaging(request.query)
      const { boards, total } = await app.store.listBoards({ ...paging, unusedSince: expiryThreshold(options) })
      return toPage(boards, total, paging, (board) => describeBoard(board, request, options))
    },
  })

  route(app, 'GET /boards/:id', 'getBoard', 'Get a board', {
    description: 'Returns the URLs of the board and the time when it expires.',
    responses: { 200: [schema.Board, 'The board.'] },
    handler: async (request) => describeBoard(await app.store.readState(request.params.id), request, options),
  })

  route(app, 'DELETE /boards/:id', 'deleteBoard', 'Delete a board', {
    description: 'Deletes the board and its content. Its URLs then return 404.',
    responses: { 204: 'The board is deleted.', 403: 'The default board cannot be deleted.' },
    handler: async ({ params: { id } }) => {
      if (id === DEFAULT_BOARD) throw new DefaultBoardNotDeletable()
      await app.store.deleteBoard(id)
    },
  })

  route(app, 'POST /boards/:id/reset', 'resetBoard', 'Reset a board', {
    preValidation: defaultToEmptyBody,
    description:
      'Replaces the content of the board with the fixture, or empties the board. Ids start at 1 again, all sessions end, and the fault plan restarts at 0. All claims are deleted, and the score is reset, unless the exercise of the board has ended.',
    body: schema.ResetInput,
    responses: { 204: 'The board is reset.', 507: 'The fixture exceeds the quota of the board.' },
    handler: async ({ params: { id }, body: { fixture } }) => {
      await app.drills.end(id)
      await app.store.resetBoard(id, fixture === 'demo' ? demoTasks(clock()) : [], app.now())
    },
  })

  route(app, 'POST /boards/batch', 'createBoards', 'Create several boards', {
    async onRequest(request, reply) {
      authority.requireCreator(request, reply)
      authority.requireAdmin(request, reply)
    },
    description:
      'Creates `count` boards, or a board with each of `names`. If the request fails, no board is created. Only the administrator can create several boards with one request.',
    security: SECURITY,
    body: schema.BoardsInput,
    responses: {
      201: [schema.NewBoards, 'The new boards.', LIST_LOCATION],
      ...tokenRequired,
      ...creationErrors,
      ...tooMany,
    },
    handler: async (request, reply) => {
      const { fixture } = request.body
      const defects = readDefects(app.defects, request.body.defects)
      const boards = await createBoards(request, readBoardNames(request.body), { fixture, defects }, options)
      reply.header('location', '/boards')
      return { boards }
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
