import type { FastifyRequest } from 'fastify'
import { createBoardId } from '../../contract/board-id.js'
import { IncompleteBody, ValidationFailed } from '../../contract/errors.js'
import { createToken } from '../../contract/secrets.js'
import { demoTasks } from '../../rooms/demo-tasks.js'
import type { ManagementOptions } from '../options.js'
import type { BoardInput, BoardsInput, NewBoard } from './schemas.js'
import { describeBoard } from './show.js'

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
  const created = names.map((name) => ({ id: createBoardId(), name, ...createToken() }))
  const now = app.now()
  await app.store.createBoards(
    created.map(({ hash, token: _, ...board }) => ({
      ...board,
      ownerTokenHash: hash,
      faultSeed: chooseSeed(),
      defects,
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
  return created.map(({ id, name, token }) => ({
    ...describeBoard({ id, name, createdAt: now, usedAt: now }, request, options),
    ownerToken: token,
  }))
}

/** @throws IncompleteBody if the client has disconnected. The caller then deletes the boards. */
export function requireClient({ raw }: FastifyRequest): void {
  if (raw.socket.destroyed) throw new IncompleteBody()
}
