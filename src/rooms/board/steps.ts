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
  /** Functions that do one step of their work, and return whether it was the last one. */
  const jobs: (() => boolean)[] = []

  function runTurn(): void {
    const end = now() + TURN_MILLISECONDS
    for (let next = 0; jobs.length > 0 && now() < end; next++) {
      const at = next % Math.min(jobs.length, AT_ONCE)
      if (jobs[at]?.()) jobs.splice(at, 1)
    }
    if (jobs.length > 0) setImmediate(runTurn)
  }

  return {
    /**
     * Runs some work. Work that takes little time is done when this returns.
     *
     * @returns the result of the work, or a promise of it
     * @throws what the work throws; the promise rejects with it
     */
    run<Result>(steps: Steps<Result>): Result | Promise<Result> {
      const end = now() + FIRST_MILLISECONDS
      do {
        const { done, value } = steps.next()
        if (done) return value
      } while (now() < end)
      return new Promise((resolve, reject) => {
        jobs.push(() => {
          try {
            const { done, value } = steps.next()
            if (done) resolve(value)
            return done === true
          } catch (error) {
            reject(error)
            return true
          }
        })
        if (jobs.length === 1) setImmediate(runTurn)
      })
    },
  }
}
