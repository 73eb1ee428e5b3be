import type { FastifyInstance } from 'fastify'
import { FAULTS } from '../../api/buggy/faults.js'
import { MISSED_MAX } from '../../contract/limits.js'
import { stateOf } from '../../rooms/training/exercise-settings.js'
import { toCounts } from '../../rooms/training/score.js'
import { viewOf } from '../view.js'
import type { Score } from './schemas.js'
import { type Quality, scoreOf } from './score.js'

/** The values that reveal how many faults happened. */
export const WITHOUT_COUNTS = { happened: null, recall: null, f1: null }

const UNKNOWN: Record<keyof Quality, null> = {
  ...WITHOUT_COUNTS,
  found: null,
  credit: null,
  wrong: null,
  precision: null,
}

/** Reads the score of a board, limited to what the client may see. */
export async function readScore(
  { store, defects: catalogue }: Pick<FastifyInstance, 'store' | 'defects'>,
  board: string,
  now: string,
  isOwner: boolean,
): Promise<Score> {
  const { exercise, defects: ofBoard, score } = await store.readState(board)
  const view = viewOf(exercise, now, isOwner)
  const counts = toCounts(score)
  const present = exercise?.finalDefects ?? Object.keys(ofBoard ?? {})
  const { claims, total, faults, none, defects } = scoreOf(counts, present)
  const hidden = { nothing: UNKNOWN, verdicts: WITHOUT_COUNTS, counts: {}, everything: {} }[view]
  const missed = view === 'everything' ? await store.listMissed(board, MISSED_MAX) : []
  const shownDefects = catalogue
    .filter(({ name }) => present.includes(name))
    .map(({ name, title, rule }) => ({ defect: name, title, rule, found: counts.defects.found.includes(name) }))
    .filter(({ found }) => view === 'everything' || (found && view !== 'nothing'))
  return {
    state: exercise && stateOf(exercise, now),
    feedback: exercise?.feedback ?? null,
    claims,
    hintsTaken: score.hints,
    total: { ...total, ...hidden },
    faults:
      view === 'nothing' ? [] : faults.map((fault) => ({ ...fault, ...(view !== 'everything' && WITHOUT_COUNTS) })),
    rightNone: view === 'nothing' ? null : none.right,
    wrongNone: view === 'nothing' ? null : none.wrong,
    defects: view === 'nothing' ? UNKNOWN : defects,
    foundDefects: shownDefects,
    ...(score.grade && { grade: score.grade }),
    missed: missed.map((fault) => ({ ...fault, effect: effectOf(fault.fault) })),
  }
}

/** Returns what a fault does to a response. */
export function effectOf(name: string): string {
  return FAULTS.find((fault) => fault.name === name)?.effect ?? ''
}
