import t, { type Test } from 'tap'
import { IS_FULL } from './length.js'

/**
 * Registers a test that runs only before a release. It takes seconds, and `npm test` has another one of its kind.
 */
export function longTest(title: string, run: (t: Test) => Promise<unknown>): void {
  if (IS_FULL) t.test(title, run)
}
