import { createHash } from 'node:crypto'

/** The version of the algorithm below. A change of the algorithm needs a new version. */
export const PLAN_VERSION = 1

/** The upper bound of random seeds, exclusive. */
export const SEED_END = 2 ** 48 - 1

/** Draws numbers for one fault of one request. The same purpose gives the same number. */
export interface Draw {
  /** A fraction in [0, 1). */
  fraction(purpose: string): number
  /** An index below `length`. */
  index(purpose: string, length: number): number
}

/**
 * Creates the source of random numbers of a fault: a pure function of the seed, the ordinal number of the request, the fault and
 * the purpose, so that a plan can be replayed. A number consists of the first 53 bits of a SHA-256 hash, so draws are practically
 * independent.
 *
 * @param seed the seed of the plan
 * @param ordinal the ordinal number of the request, from 0
 * @param fault the name of the fault
 */
export function createDraw(seed: number, ordinal: number, fault: string): Draw {
  const fraction = (purpose: string) => {
    const digest = createHash('sha256')
      .update(`${PLAN_VERSION}:${seed}:${ordinal}:${fault}:${purpose}`)
      .digest()
    return Number(digest.readBigUInt64BE() >> 11n) / 2 ** 53
  }
  return { fraction, index: (purpose, length) => Math.floor(fraction(purpose) * length) }
}
