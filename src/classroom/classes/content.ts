import type { FastifyInstance } from 'fastify'
import pLimit from 'p-limit'
import { ValidationFailed } from '../../contract/errors.js'
import type { Clock } from '../../contract/time.js'
import { finish } from '../../rooms/board/steps.js'
import { nameKey } from '../../rooms/classes/same-name.js'
import { demoTasks } from '../../rooms/demo-board.js'
import { readBoardNames } from '../boards/create-boards.js'
import type { BoardsInput } from '../boards/schemas.js'
import type { Snapshot } from '../snapshots/schemas.js'
import { fromSnapshot } from '../snapshots/snapshot.js'

/** The number of boards that change at the same time. Each change is a short transaction. */
const AT_ONCE = 20

/**
 * Returns the initial content of boards in a request: tasks, or a snapshot.
 *
 * @throws ValidationFailed if the snapshot is not valid, or if there is a fixture, too
 */
export function readContent(
  { fixture, snapshot }: { fixture?: 'demo' | null | undefined; snapshot?: Snapshot | null | undefined },
  clock: Clock,
) {
  if (fixture != null && snapshot != null) {
    throw new ValidationFailed({ snapshot: 'Must be omitted if there is a fixture' })
  }
  return { tasks: fixture === 'demo' ? demoTasks(clock()) : [], snapshot: snapshot && finish(fromSnapshot(snapshot)) }
}

/**
 * Replaces the content of boards, deletes their claims unless their exercise has ended, and restarts their fault plans with
 * new seeds, a few boards at a time. If a board fails, it rejects after all have ended. It can be repeated.
 *
 * @throws BoardFull if the content exceeds the quota of a board. Then that board does not change.
 */
export async function resetBoards(
  { store, drills, now }: Pick<FastifyInstance, 'store' | 'drills' | 'now'>,
  boards: readonly string[],
  { tasks, snapshot }: ReturnType<typeof readContent>,
  chooseSeed: () => number,
): Promise<void> {
  async function reset(board: string): Promise<void> {
    const seed = chooseSeed()
    await drills.end(board)
    // The class has the fault settings.
    const faults = { settings: null, seed, ordinal: 0 }
    if (snapshot == null) await store.resetBoard(board, tasks, now(), seed)
    else await store.replaceContent(board, { ...snapshot, faults }, now())
  }
  const limit = pLimit(AT_ONCE)
  const results = await Promise.allSettled(boards.map((board) => limit(reset, board)))
  for (const result of results) if (result.status === 'rejected') throw result.reason
}

/** Returns the ids of the boards of a class. */
export async function boardsOf({ store }: Pick<FastifyInstance, 'store'>, id: string): Promise<string[]> {
  return (await store.listLearners(id)).map((learner) => learner.id)
}

/**
 * Returns the names of the boards to create: those in the request, or `null` for each.
 *
 * @throws ValidationFailed if `names` and `count` are missing or do not match, or if a name appears twice
 */
export function readLearnerNames(input: Pick<BoardsInput, 'count' | 'names'>): (string | null)[] {
  const names = readBoardNames(input)
  const seen = new Set<string>()
  for (const [index, name] of names.entries()) {
    if (name === null) continue
    const key = nameKey(name)
    if (seen.has(key)) throw new ValidationFailed({ [`names[${index}]`]: `The name '${name}' appears twice` })
    seen.add(key)
  }
  return names
}
