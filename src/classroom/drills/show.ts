import type { FastifyInstance } from 'fastify'
import { DrillNotFound, StoreUnavailable } from '../../contract/errors.js'
import type { Goal } from '../../rules/client-habits/outcome.js'
import { type View, viewOf } from '../view.js'
import type { DrillProgress } from './run.js'
import type { Drill } from './schemas.js'

const HIDDEN_SCORE = { percent: null, best: null }

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
  // A full disk does not prevent reads.
  await app.drills.end(board).catch(ignoreUnavailable)
  const found = await app.store.readState(board)
  // A run can finish while its outcome is read.
  const known = app.drills.progressOf(board, found)
  if (known === undefined) throw new DrillNotFound()
  const { isInterrupted: interrupted, ...progress } = known
  const { goals, verdicts, score: current } = await app.drills.readOutcome(board, found)
  const score = known.state === 'finished' ? current : null
  const shown = {
    ...progress,
    interrupted,
    right: score?.right ?? null,
    total: score?.total ?? null,
    goals: goals.map(showGoal),
    verdicts,
  }
  const view = viewOf(found.exercise, app.now(), isOwner)
  if (view !== 'nothing') return shown
  return { ...shown, ...HIDDEN_SCORE, right: null, total: null, goals: [], verdicts: [] }
}

function ignoreUnavailable(error: unknown): void {
  if (!(error instanceof StoreUnavailable)) throw error
}

export function showGoal({ isReached, ...goal }: Goal): Drill['goals'][number] {
  return { ...goal, reached: isReached }
}

/** Shows how far a drill is. */
export function showDrillProgress({ state, requests, percent, best }: DrillProgress, view: View) {
  return { state, requests, ...(view === 'nothing' ? HIDDEN_SCORE : { percent, best }) }
}
