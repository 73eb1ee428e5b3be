import type { FastifyInstance } from 'fastify'
import { DrillNotFound } from '../contract/errors.js'
import type { Goal } from '../drills/task.js'
import type { Drill } from './schemas/drill.js'
import { viewOf } from './show.js'

/**
 * Reads the drill of a board, limited to what the client may see.
 *
 * @throws DrillNotFound if the exercise of the board has no drill
 */
export async function readDrill(
  app: Pick<FastifyInstance, 'drills' | 'now' | 'store'>,
  board: string,
  isOwner: boolean,
): Promise<Drill> {
  const found = await app.store.readState(board)
  const { goals, verdicts, score } = await app.drills.readOutcome(board, found)
  const progress = app.drills.progressOf(board, found.exercise, found.challengeRestarts)
  if (progress === undefined) throw new DrillNotFound()
  const shown = {
    ...progress,
    right: score?.right ?? null,
    total: score?.total ?? null,
    goals: goals.map(showGoal),
    verdicts: verdicts.map(({ faults, requestIds, ...verdict }) => ({
      ...verdict,
      faults: [...faults],
      requestIds: [...requestIds],
    })),
  }
  if (viewOf(found.exercise, app.now(), isOwner) !== 'nothing') return shown
  return { ...shown, percent: null, best: null, right: null, total: null, goals: [], verdicts: [] }
}

export function showGoal({ isReached, ...goal }: Goal): Drill['goals'][number] {
  return { ...goal, reached: isReached }
}
