import { randomInt } from 'node:crypto'

/** A revision grows by one more than a multiple of this number. */
const COUNTER_END = 16

/**
 * Returns the step by which a revision grows with a change. It is random, so that after a restore from a backup no
 * revision from before the restore stands for another state of the board.
 */
export function nextRevisionStep(): number {
  return COUNTER_END * randomInt(2 ** 16) + 1
}

/** Returns the number of changes between two revisions of a board, modulo 16. */
export function changesBetween(before: number, after: number): number {
  return (after - before) % COUNTER_END
}
