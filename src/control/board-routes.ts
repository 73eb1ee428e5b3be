import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { BOARD_ID_PATTERN } from '../board-id.js'
import { expiredUntil } from '../boards/expiry.js'
import { fillEmptyBoard, insertDemoTasks } from '../demo/fill-board.js'
import { DefaultBoardStays, IncompleteBody, ValidationFailed } from '../errors.js'
import { PAGE_SIZE_DEFAULT } from '../limits.js'
import { ref } from '../schemas/builders.js'
import { toPage } from '../schemas/paging.js'
import {
  bodyErrors,
  commonErrors,
  emptyResponse,
  errors,
  jsonResponse,
  tooMany,
} from '../schemas/responses.js'
import { createToken, randomId } from '../secrets.js'
import { DEFAULT_BOARD } from '../store/store.js'
import type { Clock } from '../time.js'
import type { Authority } from './authority.js'
import { type DescribeOptions, describeBoard } from './describe-board.js'
import { ownerErrors, ownerOnly, SECURITY, tokenRequired } from './owner-only.js'
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
  /** How many boards there may be, the default one not counted. */
  boardsMax: number
  /** Chooses the seed of the faults of a board. */
  chooseSeed: () => number
}

const tags = ['Boards']

/** The routes of the life of boards. */
export const boardRoutes: FastifyPluginAsyncTypebox<BoardRoutesOptions> = async (app, options) => {
  const { authority, boardsMax, clock, chooseSeed } = options
  const requireOwner = ownerOnly(authority)

  app.post(
    '/boards',
    {
      onRequest: async (request, reply) => authority.requireCreator(request, reply),
      preValidation: emptyUnlessGiven,
      // What is refused makes no board.
      async preHandler(request, reply) {
        if (authority.isAdmin(request)) return
        if (isBulk(request.body)) authority.requireAdmin(request, reply)
        await app.limitBoardCreation(request, reply)
      },
      schema: {
        operationId: 'createBoards',
        tags,
        summary: 'Make a board, or several',
        description:
          'Everything below the `baseUrl` of a board is a service of its own. With `count` or `names`, which are for the administrator, several are made: all or none.',
        security: [{}, ...SECURITY],
        body: ref(BoardInput),
        response: {
          201: jsonResponse(CreatedBoards, 'The new board; where several were asked for, all of them.', {
            Location: {
              type: 'string',
              pattern: `^/boards(/${BOARD_ID_PATTERN})?$`,
              description: 'The path of the new board; of all boards where several were asked for.',
            },
          }),
          ...bodyErrors,
          ...tokenRequired,
          ...errors({ 403: 'Nobody may make boards here.', 507: 'There is no room for more boards.' }),
          ...tooMany,
        },
      },
    },
    async (request, reply) => {
      const { name, fixture, count, names } = request.body
      if (count != null && names != null && names.length !== count) {
        throw new ValidationFailed({ names: 'Names must be as many as count says' })
      }
      const all = names ?? Array<string | null>(count ?? 1).fill(name ?? null)
      const made = all.map((name) => ({ id: randomId(), name, ...createToken() }))
      const now = app.now()
      await app.store.createBoards(
        made.map(({ hash, token: _, ...board }) => ({
          ...board,
          ownerTokenHash: hash,
          faultSeed: chooseSeed(),
        })),
        boardsMax,
        now,
      )
      try {
        for (const { id } of fixture === 'demo' ? made : []) {
          requireClient(request)
          await fillEmptyBoard(app.store, id, clock)
        }
        requireClient(request)
      } catch (error) {
        // Nobody would know their tokens.
        await Promise.allSettled(made.map(({ id }) => app.store.deleteBoard(id, now)))
        throw error
      }
      const boards = made.map(({ id, name, token }) => ({
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
        summary: 'List the boards',
        description:
          'All boards but the default one, in the order in which they were made. For the administrator.',
        security: SECURITY,
        querystring: BoardListQuery,
        response: {
          200: jsonResponse(BoardPage, 'One page of the boards.'),
          ...commonErrors,
          ...tokenRequired,
        },
      },
    },
    async (request) => {
      const { page = 0, size = PAGE_SIZE_DEFAULT } = request.query
      const { boards, total } = await app.store.listBoards({ page, size, unusedSince: expiredUntil(options) })
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
        description: 'Where it is reached, and until when.',
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
        description: 'Its addresses answer 404 from now on.',
        security: SECURITY,
        params: BoardParams,
        response: {
          204: emptyResponse('The board is gone.'),
          ...bodyErrors,
          ...ownerErrors,
          ...errors({ 403: 'The default board stays.' }),
        },
      },
    },
    async (request, reply) => {
      if (request.params.id === DEFAULT_BOARD) throw new DefaultBoardStays()
      await app.store.deleteBoard(request.params.id, app.now())
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/boards/:id/reset',
    {
      onRequest: requireOwner,
      preValidation: emptyUnlessGiven,
      schema: {
        operationId: 'resetBoard',
        tags,
        summary: 'Begin a board anew',
        description:
          'The board is empty, or holds its fixture; ids begin at 1 again, sessions have ended, and the plan of faults begins again.',
        security: SECURITY,
        params: BoardParams,
        body: ref(ResetInput),
        response: {
          204: emptyResponse('The board is as new.'),
          ...bodyErrors,
          ...ownerErrors,
          ...errors({ 507: 'The board has no room for the fixture.' }),
        },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const { fixture } = request.body
      await app.store.atomically(id, async (store) => {
        await store.resetBoard(id)
        if (fixture === 'demo') await insertDemoTasks(store, id, clock())
      })
      return reply.code(204).send(null)
    },
  )
}

/** Whether several boards are asked for. */
function isBulk({ count, names }: BoardInput): boolean {
  return count != null || names != null
}

/** @throws IncompleteBody where the client has hung up; nobody hears it */
function requireClient({ raw }: FastifyRequest): void {
  if (raw.socket.destroyed) throw new IncompleteBody()
}

/** A body may be left out. */
async function emptyUnlessGiven(request: FastifyRequest): Promise<void> {
  request.body ??= {}
}
