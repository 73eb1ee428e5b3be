import type { FastifyRequest } from 'fastify'
import { boardPath, hostUrl } from '../../api/boards/prefix.js'
import { VARIANTS } from '../../api/variants.js'
import { createBoardId, DEFAULT_BOARD, isHostLabel } from '../../contract/board-id.js'
import { IncompleteBody, ValidationFailed } from '../../contract/errors.js'
import { createToken } from '../../contract/secrets.js'
import { toTimestamp } from '../../contract/time.js'
import { variantPath } from '../../contract/variant-path.js'
import { serverUrl } from '../../http/base-url.js'
import { demoTasks } from '../../rooms/demo-board.js'
import type { Board } from '../../rooms/state.js'
import { DOCUMENTATION_PATH } from '../../site/documentation-page.js'
import type { DescribeOptions, ManagementOptions } from '../options.js'
import type { BoardInput, BoardsInput, NewBoard, Board as PublishedBoard } from './schemas.js'

/** The errors of operations that create boards. */
export const creationErrors = {
  403: 'Boards cannot be created on this server.',
  507: 'The server has reached its maximum number of boards.',
}

/**
 * Returns the names of the boards to create: those in the request, or `null` for each.
 *
 * @throws ValidationFailed if `names` and `count` are missing, or if they do not match
 */
export function readBoardNames({ count, names }: Pick<BoardsInput, 'count' | 'names'>): (string | null)[] {
  if (count == null && names == null) throw new ValidationFailed({ count: 'Count is required unless there are names' })
  if (count != null && names != null && names.length !== count) {
    throw new ValidationFailed({ names: 'Names must have as many items as count' })
  }
  return names ?? Array<null>(count ?? 0).fill(null)
}

/** Returns new boards with these names and new owner tokens. Only the hashes of the tokens are stored. */
export function newBoards(names: readonly (string | null)[], chooseSeed: () => number) {
  return names.map((name) => {
    const { token, hash } = createToken()
    return { id: createBoardId(), name, token, ownerTokenHash: hash, faultSeed: chooseSeed() }
  })
}

/**
 * Creates a board with each of these names, or none if the request fails.
 *
 * @param input the content of all boards, and the names of their defects as `readDefects` returns them
 * @returns the boards with their owner tokens, in the order of their names
 * @throws TooManyBoards if the server has reached its maximum number of boards
 * @throws IncompleteBody if the client has disconnected
 */
export async function createBoards(
  request: FastifyRequest,
  names: readonly (string | null)[],
  { fixture, defects }: { fixture: BoardInput['fixture'] | undefined; defects: string[] },
  options: ManagementOptions,
): Promise<NewBoard[]> {
  const app = request.server
  const { boardsMax, chooseSeed, clock } = options
  const created = newBoards(names, chooseSeed)
  const now = app.now()
  const withDefects = created.map((board) => ({ ...board, defects }))
  await app.store.createBoards(withDefects, boardsMax, now)
  try {
    for (const { id } of fixture === 'demo' ? created : []) {
      requireClient(request)
      await app.store.fillEmptyBoard(id, demoTasks(clock()), now)
    }
    requireClient(request)
  } catch (error) {
    // The client does not receive the ids and tokens of these boards, so delete them.
    await Promise.allSettled(created.map(({ id }) => app.store.deleteBoard(id)))
    throw error
  }
  return created.map(({ id, name, token }) => ({
    ...describeBoard({ id, name, createdAt: now, usedAt: now }, request, options),
    ownerToken: token,
  }))
}

/** @throws IncompleteBody if the client has disconnected. The caller then deletes the boards. */
export function requireClient({ raw }: FastifyRequest): void {
  if (raw.socket.destroyed) throw new IncompleteBody()
}

/** Returns the URLs at which the client of a request can reach a board. */
export function urlsOf(id: string, request: FastifyRequest, { publicUrl, boardHost }: DescribeOptions) {
  const server = serverUrl(request, publicUrl)
  return {
    baseUrl: server + (id === DEFAULT_BOARD ? '' : boardPath(id)),
    hostUrl: boardHost !== undefined && isHostLabel(id) ? hostUrl(id, boardHost, server) : null,
  }
}

/** Returns a board as in responses, with the URLs at which the client of this request can reach it. */
export function describeBoard(
  board: Pick<Board, 'id' | 'name' | 'createdAt' | 'usedAt'> & Partial<Pick<Board, 'expiresAt'>>,
  request: FastifyRequest,
  options: DescribeOptions,
): PublishedBoard {
  const { id, name, createdAt, usedAt, expiresAt = null } = board
  const urls = urlsOf(id, request, options)
  const { baseUrl } = urls
  const apis = Object.fromEntries(VARIANTS.map(({ name }) => [name, baseUrl + variantPath(name)]))
  return {
    id,
    name,
    ...urls,
    apis,
    docs: baseUrl + DOCUMENTATION_PATH,
    createdAt,
    // A board of a class expires with the class.
    expiresAt: expiresAt ?? (usedAt === null ? null : toTimestamp(Date.parse(usedAt) + options.boardTtl * 1000)),
  }
}
