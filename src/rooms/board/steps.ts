import { setImmediate as nextTurn } from 'node:timers/promises'
import pLimit from 'p-limit'

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

/** The time in milliseconds that work gets at once. */
const FIRST_MILLISECONDS = 0.5

/** The time in milliseconds that all work together gets in one turn of the event loop. */
const TURN_MILLISECONDS = 1

/** The maximum number of works that share the turns. Others wait, so that the first ones end sooner. */
const AT_ONCE = 4

/**
 * Creates a scheduler for all boards: it runs long work in steps, so that it delays no other request.
 *
 * @param now a monotonic clock in milliseconds
 */
export function createScheduler(now: () => number) {
  const limit = pLimit(AT_ONCE)

  /** Does steps for some time, one at least. Returns the last of them. */
  function runFor<Result>(steps: Steps<Result>, milliseconds: number): IteratorResult<undefined, Result> {
    const end = now() + milliseconds
    for (;;) {
      const step = steps.next()
      if (step.done || now() >= end) return step
    }
  }

  return {
    /**
     * Runs some work. Work that takes little time is done when this returns.
     *
     * @returns the result of the work, or a promise of it
     * @throws what the work throws; the promise rejects with it
     */
    run<Result>(steps: Steps<Result>): Result | Promise<Result> {
      const first = runFor(steps, FIRST_MILLISECONDS)
      if (first.done) return first.value
      return limit(async () => {
        for (;;) {
          await nextTurn()
          const last = runFor(steps, TURN_MILLISECONDS / limit.activeCount)
          if (last.done) return last.value
        }
      })
    },
  }
}
