import { setTimeout as sleep } from 'node:timers/promises'

/** The time in milliseconds between two checks. A board may receive 500 requests per second (`BOARD_RATE`). */
const INTERVAL = 500

/**
 * Starts to check for requests that a rate limit has refused. A check at the end of the run is not enough, because the
 * log of a board contains only its last 1,000 requests.
 *
 * @param isLimited whether the log contains such a request of this run
 * @param interval the time between two checks, in milliseconds
 */
export function watchLimits(isLimited: () => Promise<boolean>, interval = INTERVAL) {
  const end = new AbortController()
  let wasLimited = false
  const watching = watch()

  async function watch(): Promise<void> {
    while (!wasLimited && !end.signal.aborted) {
      await sleep(interval, undefined, { signal: end.signal, ref: false }).catch(() => {})
      // If the service does not respond, the requests after the run report it.
      if (!end.signal.aborted) wasLimited = await isLimited().catch(() => false)
    }
  }

  return {
    /** Whether there were any since the watch started. */
    wasLimited: async () => wasLimited || isLimited(),
    /** Ends the watch. */
    async stop() {
      end.abort()
      await watching
    },
  }
}
