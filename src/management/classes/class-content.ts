import type { FastifyInstance } from 'fastify'
import pLimit from 'p-limit'
import { ValidationFailed } from '../../contract/errors.js'
import type { Clock } from '../../contract/time.js'
import { demoTasks } from '../../demo/demo-tasks.js'
import { finish } from '../../rooms/board/steps.js'
import type { BoardContent, NewTask } from '../../rooms/board-values.js'
import type { Snapshot } from '../snapshots/schemas.js'
import { fromSnapshot } from '../snapshots/snapshot.js'

/** The number of boards that change at the same time. Each change is a short transaction. */
const AT_ONCE = 20

/** The initial content of boards: tasks, or a snapshot. */
export interface InitialContent {
  tasks: NewTask[]
  snapshot?: BoardContent | null | undefined
}

/**
 * Returns the initial content of boards in a request.
 *
 * @throws ValidationFailed if the snapshot is not valid, or if there is a fixture, too
 */
export function readContent(
  { fixture, snapshot }: { fixture?: 'demo' | null | undefined; snapshot?: Snapshot | null | undefined },
  clock: Clock,
): InitialContent {
  if (fixture != null && snapshot != null) {
    throw new ValidationFailed({ snapshot: 'Must be omitted if there is a fixture' })
  }
  return { tasks: fixture === 'demo' ? demoTasks(clock()) : [], snapshot: snapshot && finish(fromSnapshot(snapshot)) }
}

/** Runs a function for many boards, a few at a time. If one call fails, it rejects after all calls have ended. */
export async function forEachBoard(boards: readonly string[], work: (board: string) => Promise<void>): Promise<void> {
  const limit = pLimit(AT_ONCE)
  const results = await Promise.allSettled(boards.map((board) => limit(() => work(board))))
  for (const result of results) if (result.status === 'rejected') throw result.reason
}

/**
 * Replaces the content of boards, deletes their claims unless their exercise has ended, and restarts their fault plans with
 * new seeds. It can be repeated.
 *
 * @throws BoardFull if the content exceeds the quota of a board. Then that board does not change.
 */
export async function resetBoards(
  { store, drills, now }: Pick<FastifyInstance, 'store' | 'drills' | 'now'>,
  boards: readonly string[],
  { tasks, snapshot }: InitialContent,
  chooseSeed: () => number,
): Promise<void> {
  await forEachBoard(boards, async (board) => {
    const seed = chooseSeed()
    await drills.end(board)
    // The class has the fault settings.
    const faults = { settings: null, seed, ordinal: 0 }
    if (snapshot == null) await store.resetBoard(board, tasks, now(), seed)
    else await store.replaceContent(board, { ...snapshot, faults }, now())
  })
}

/** Returns the ids of the boards of a class. */
export async function boardsOf({ store }: Pick<FastifyInstance, 'store'>, id: string): Promise<string[]> {
  return (await store.listLearners(id)).map((learner) => learner.id)
}
