/**
 * Long work on a version, in steps: it yields at least once per about 1,000 tasks, and more often in a search, so that
 * whoever runs it can let others work in between. A version never changes, so its result is that of one moment.
 */
export type Steps<Result> = Generator<undefined, Result, undefined>

/** The number of small pieces of work between two steps. */
export const STEP_SIZE = 512

/** Runs all steps at once. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
