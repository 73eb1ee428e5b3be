import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { BOARD_ID_PATTERN, createBoardId } from '../board-id.js'
import { expiryThreshold } from '../boards/expiry.js'
import { demoTasks } from '../demo/demo-tasks.js'
import { DefaultBoardNotDeletable, IncompleteBody, ValidationFailed } from '../errors.js'
import { ref } from '../schemas/builders.js'
import { OPTIONAL_SECURITY, SECURITY, tokenRequired } from '../schemas/owner-token.js'
import { readPaging, toPage } from '../schemas/paging.js'
import { bodyErrors, commonErrors, emptyResponse, errors, jsonResponse, tooMany } from '../schemas/responses.js'
import { createToken } from '../secrets.js'
import { DEFAULT_BOARD } from '../store/store.js'
import type { Clock } from '../time.js'
import type { Authority } from './authority.js'
import { readDefects } from './defect-routes.js'
import { type DescribeOptions, describeBoard } from './describe-board.js'
import { ownerErrors, ownerOnly } from './owner-only.js'
import {
  Board,
  BoardInput,
  BoardListQuery,
  BoardPage,
  BoardParams,
  CreatedBoards,
  ResetInput,
} from './schemas/board.js'

export interface BoardRoutesOptions extends DescribeOptions {
  authority: Authority
  clock: Clock
  /** The maximum number of private boards. */
  boardsMax: number
  /** Chooses the seed of the fault plan of a new board. */
  chooseSeed: () => number
}

const tags = ['Boards']

/** The routes that create, list, describe, reset and delete boards. */
export const boardRoutes: FastifyPluginAsyncTypebox<BoardRoutesOptions> = async (app, options) => {
  const { authority, boardsMax, clock, chooseSeed } = options
  const requireOwner = ownerOnly(authority)

  app.post(
    '/boards',
    {
      onRequest: async (request, reply) => authority.requireCreator(request, reply),
      preValidation: defaultToEmptyBody,
      // Only valid requests count towards the rate limit.
      async preHandler(request, reply) {
        readDefects(app.defects, request.body.defects)
        if (authority.isAdmin(request)) return
        if (isBulk(request.body)) authority.requireAdmin(request, reply)
        await app.limitBoardCreation(request, reply)
      },
      schema: {
        operationId: 'createBoards',
        tags,
        summary: 'Create boards',
        description:
          'Creates a board. Its `baseUrl` is the base URL of a complete service. With `count` or `names`, the administrator can create several boards with one request. If the request fails, no board is created.',
        security: OPTIONAL_SECURITY,
        body: ref(BoardInput),
        response: {
          201: jsonResponse(CreatedBoards, 'The new board, or the new boards if the request has `count` or `names`.', {
            Location: {
              type: 'string',
              pattern: `^/boards(/${BOARD_ID_PATTERN})?$`,
              description: 'The path of the new board, or `/boards` if the request has `count` or `names`.',
            },
          }),
          ...bodyErrors,
          ...tokenRequired,
          ...errors({
            403: 'Boards cannot be created on this server.',
            507: 'The server has reached its maximum number of boards.',
          }),
          ...tooMany,
        },
      },
    },
    async (request, reply) => {
      const { name, fixture, count, names, defects } = request.body
      if (count != null && names != null && names.length !== count) {
        throw new ValidationFailed({ names: 'Names must have as many items as count' })
      }
      const all = names ?? Array<string | null>(count ?? 1).fill(name ?? null)
      const created = all.map((name) => ({ id: createBoardId(), name, ...createToken() }))
      const now = app.now()
      await app.store.createBoards(
        created.map(({ hash, token: _, ...board }) => ({
          ...board,
          ownerTokenHash: hash,
          faultSeed: chooseSeed(),
          defects: readDefects(app.defects, defects),
        })),
        boardsMax,
        now,
      )
      try {
        for (const { id } of fixture === 'demo' ? created : []) {
          requireClient(request)
          await app.store.fillEmptyBoard(id, demoTasks(clock()), now)
        }
        requireClient(request)
      } catch (error) {
        // The client does not receive the ids and tokens of these boards, so delete them.
        await Promise.allSettled(created.map(({ id }) => app.store.deleteBoard(id, now)))
        throw error
      }
      const boards = created.map(({ id, name, token }) => ({
        ...describeBoard({ id, name, createdAt: now, usedAt: now }, request, options),
        ownerToken: token,
      }))
      const [board] = boards
      if (isBulk(request.body) || board === undefined)
        return reply.code(201).header('location', '/boards').send({ boards })
      return reply.code(201).header('location', `/boards/${board.id}`).send(board)
    },
  )

  app.get(
    '/boards',
    {
      onRequest: async (request, reply) => authority.requireAdmin(request, reply),
      schema: {
        operationId: 'listBoards',
        tags,
        summary: 'List boards',
        description: 'Returns all private boards, oldest first. Only the administrator can list boards.',
        security: SECURITY,
        querystring: BoardListQuery,
        response: {
          200: jsonResponse(BoardPage, 'A page of boards.'),
          ...commonErrors,
          ...tokenRequired,
        },
      },
    },
    async (request) => {
      const { page, size } = readPaging(request.query)
      const { boards, total } = await app.store.listBoards({
        page,
        size,
        unusedSince: expiryThreshold(options),
      })
      return toPage(
        boards.map((board) => describeBoard(board, request, options)),
        total,
        { page, size },
      )
    },
  )

  app.get(
    '/boards/:id',
    {
      schema: {
        operationId: 'getBoard',
        tags,
        summary: 'Get a board',
        description: 'Returns the URLs of the board and the time when it expires.',
        security: SECURITY,
        params: BoardParams,
        response: { 200: jsonResponse(Board, 'The board.'), ...commonErrors, ...ownerErrors },
      },
    },
    async (request, reply) =>
      describeBoard(await authority.requireOwner(request, reply, request.params.id), request, options),
  )

  app.delete(
    '/boards/:id',
    {
      onRequest: requireOwner,
      schema: {
        operationId: 'deleteBoard',
        tags,
        summary: 'Delete a board',
        description: 'Deletes the board and its content. Its URLs then return 404.',
        security: SECURITY,
        params: BoardParams,
        response: {
          204: emptyResponse('The board is deleted.'),
          ...bodyErrors,
          ...ownerErrors,
          ...errors({ 403: 'The default board cannot be deleted.' }),
        },
      },
    },
    async (request, reply) => {
      if (request.params.id === DEFAULT_BOARD) throw new DefaultBoardNotDeletable()
      await app.store.deleteBoard(request.params.id, app.now())
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/boards/:id/reset',
    {
      onRequest: requireOwner,
      preValidation: defaultToEmptyBody,
      schema: {
        operationId: 'resetBoard',
        tags,
        summary: 'Reset a board',
        description:
          'Replaces the content of the board with the fixture, or empties the board. Ids start at 1 again, all sessions end, and the fault plan restarts at 0. All claims are deleted, and the score is reset.',
        security: SECURITY,
        params: BoardParams,
        body: ref(ResetInput),
        response: {
          204: emptyResponse('The board is reset.'),
          ...bodyErrors,
          ...ownerErrors,
          ...errors({ 507: 'The fixture exceeds the quota of the board.' }),
        },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const { fixture } = request.body
      await app.flushJournal(id)
      await app.store.resetBoard(id, fixture === 'demo' ? demoTasks(clock()) : [], app.now())
      return reply.code(204).send(null)
    },
  )
}

/** Whether a request creates several boards. */
function isBulk({ count, names }: BoardInput): boolean {
  return count != null || names != null
}

/** @throws IncompleteBody if the client has disconnected. The caller then deletes the boards. */
export function requireClient({ raw }: FastifyRequest): void {
  if (raw.socket.destroyed) throw new IncompleteBody()
}

/** Replaces a missing body with an empty object. */
export async function defaultToEmptyBody(request: FastifyRequest): Promise<void> {
  if (request.body === undefined) request.body = {}
}
