/** Whether the long proofs run at their full length: `npm run test:long`. */
const IS_FULL = process.env.TEST_LENGTH === 'full'

/** Returns how much a proof does: a sample in `npm test`, more before a release. */
export function repeat(sample: number, full: number): number {
  return IS_FULL ? full : sample
}
