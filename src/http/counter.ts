import { LRUCache } from 'lru-cache'

/** The maximum number of keys. */
const KEYS_MAX = 5000

/**
 * Creates a function that counts events by key in fixed windows. A window starts with the first event.
 *
 * The times are monotonic: a window would otherwise last for an hour longer if the clock of the machine goes back by one.
 *
 * @param duration the duration of a window in milliseconds
 * @param clock the time in milliseconds
 */
export function createCounter(duration: number, clock = () => performance.now()) {
  const windows = new LRUCache<string, { count: number; end: number }>({ max: KEYS_MAX })

  /**
   * Counts events.
   *
   * @param more the number of events. A negative number takes events back.
   * @returns the number of events in the window, and the time to its end in milliseconds
   */
  return function count(key: string, more = 1): { count: number; rest: number } {
    const now = clock()
    const known = windows.get(key)
    const window = known !== undefined && known.end > now ? known : { count: 0, end: now + duration }
    window.count = Math.max(window.count + more, 0)
    if (more > 0) windows.set(key, window)
    return { count: window.count, rest: window.end - now }
  }
}
