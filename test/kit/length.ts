/** Whether the long proofs run at their full length: `TEST_LENGTH=full`. */
export const IS_FULL = process.env.TEST_LENGTH === 'full'

/** Returns how much a proof does: a sample in `npm test`, more before a release. */
export function repeat(sample: number, full: number): number {
  return IS_FULL ? full : sample
}

/** Returns every nth of some items in `npm test`, all of them before a release. */
export function sample<T>(items: readonly T[], every: number): T[] {
  return items.filter((_, index) => index % repeat(every, 1) === 0)
}

/** Returns one of some items in `npm test`, all of them before a release. A series of numbers chooses them in turn. */
export function inTurn<T>(items: readonly T[], number: number): readonly T[] {
  return items.filter((_, index) => index === repeat(number % items.length, index))
}
