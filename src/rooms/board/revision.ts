import { randomInt } from 'node:crypto'
import type { ForkOf } from './versioned.js'

/**
 * The last revision. The first one is random, so that after a restart none stands for another state. All boards share the
 * numbers, so that a board which is loaded again never gets an earlier one.
 */
let last = randomInt(2 ** 32) * 2 ** 16

/** Returns a revision that is higher than all before. */
export function nextRevision(): number {
  return ++last
}

/** Gives a fork a new revision. */
export function revise(fork: ForkOf<{ readonly revision: number }>): void {
  fork.version = { ...fork.version, revision: nextRevision() }
}
