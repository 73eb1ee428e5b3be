import { createHash } from 'node:crypto'

/** The version of the algorithm below; another algorithm is another version. */
export const PLAN_VERSION = 1

/** Seeds that nobody names are chosen below this. */
export const SEED_END = 2 ** 48 - 1

/** Draws numbers for one fault of one request: the same name, the same number. */
export interface Draw {
  /** A fraction in [0, 1). */
  fraction(purpose: string): number
  /** An index below `length`. */
  index(purpose: string, length: number): number
}

/**
 * The chance behind the faults: a pure function of the seed, the ordinal number of the request, the fault
 * and the purpose of the draw, so that a plan can be replayed. It is the first 53 bits of a SHA-256 as a
 * fraction, so that draws are as good as independent of one another.
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
