import type { FastifyInstance } from 'fastify'
import pLimit from 'p-limit'
import { demoTasks } from '../demo/demo-tasks.js'
import type { BoardContent } from '../store/store.js'
import type { Clock } from '../time.js'
import type { Snapshot } from './schemas/snapshot.js'
import { fromSnapshot } from './snapshot.js'

/** How many boards change at once. Each is a short transaction, and other requests are served in between. */
const AT_ONCE = 20

/** A time after all claims. */
export const FOREVER = '9999-12-31T23:59:59Z'

/** The initial content of boards, as a request names it. */
export interface InitialContent {
  fixture?: 'demo' | null | undefined
  snapshot?: Snapshot | undefined
}

/** Does some work for each of many boards, with a few at once. It rejects after all have ended if one has failed. */
export async function forEachBoard(boards: readonly string[], work: (board: string) => Promise<void>): Promise<void> {
  const limit = pLimit(AT_ONCE)
  const results = await Promise.allSettled(boards.map((board) => limit(() => work(board))))
  for (const result of results) if (result.status === 'rejected') throw result.reason
}

/**
 * Resets boards to a content. Their claims are deleted, and their fault plans restart with new seeds. It can be repeated.
 *
 * @throws ValidationFailed if the snapshot is not valid. Then nothing changes.
 * @throws BoardFull if the content exceeds the quota of a board. Then that board does not change.
 */
export async function resetBoards(
  { store, now }: Pick<FastifyInstance, 'store' | 'now'>,
  boards: readonly string[],
  { fixture, snapshot }: InitialContent,
  { clock, chooseSeed }: { clock: Clock; chooseSeed: () => number },
): Promise<void> {
  const content = snapshot && fromSnapshot(snapshot)
  const tasks = fixture === 'demo' ? demoTasks(clock()) : []
  await forEachBoard(boards, async (board) => {
    const seed = chooseSeed()
    if (content === undefined) {
      await store.resetBoard(board, tasks, now())
      await store.startFaultPlan(board, seed, seed)
    } else {
      await store.replaceContent(board, copyContent(content, seed))
      await store.restartBoard(board, seed, FOREVER)
    }
  })
}

/** Returns a copy of a content: the store keeps the bytes. The fault settings are those of the class. */
function copyContent({ lastIds, tasks }: BoardContent, seed: number): BoardContent {
  return {
    lastIds,
    tasks: tasks.map((piece) => Uint8Array.from(piece)),
    faults: { settings: null, seed, ordinal: 0 },
  }
}
