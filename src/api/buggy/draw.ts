import { hash } from 'node:crypto'

/** The version of the algorithm. Increment it when the algorithm changes. */
export const PLAN_VERSION = 1

/** The upper bound of random seeds, exclusive. */
export const SEED_END = 2 ** 48 - 1

/** A source of random numbers for one fault of one request. The same purpose always gives the same number. */
export type Draw = ReturnType<typeof createDraw>

/**
 * Creates the source of random numbers of a fault. Its numbers depend only on the arguments and the purpose, so a plan
 * can be replayed. A number is the first 53 bits of a SHA-256 hash, so the numbers are practically independent.
 *
 * @param seed the seed of the plan
 * @param ordinal the ordinal number of the request, starting at 0
 * @param fault the name of the fault
 */
export function createDraw(seed: number, ordinal: number, fault: string) {
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  const fraction = (purpose: string) => {
    const digits = hash('sha256', `${PLAN_VERSION}:${seed}:${ordinal}:${fault}:${purpose}`)
    // 13 hexadecimal digits are 52 bits. One more comes from the next digit.
    return (Number.parseInt(digits.slice(0, 13), 16) * 2 + (Number.parseInt(digits.charAt(13), 16) >>> 3)) / 2 ** 53
  }
  /** Returns an integer from 0 (inclusive) to `length` (exclusive). */
  const index = (purpose: string, length: number) => Math.floor(fraction(purpose) * length)
  return { fraction, index }
}
