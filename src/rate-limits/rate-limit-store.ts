import type { FastifyRateLimitStore } from '@fastify/rate-limit'
import { LRUCache } from 'lru-cache'

/** The maximum number of counters of one limit. */
const COUNTERS_MAX = 5000

type Report = (error: Error | null, result: { current: number; ttl: number }) => void

/**
 * Counts requests in fixed windows. The store of @fastify/rate-limit reports the counter itself, and the plugin reads it
 * later. If several requests arrive together, all of them would see the count of the last one.
 *
 * The times are monotonic: a window would otherwise last for an hour longer if the clock of the machine goes back by one.
 */
export class RateLimitStore implements FastifyRateLimitStore {
  readonly #windows = new LRUCache<string, { count: number; end: number }>({ max: COUNTERS_MAX })

  /** Counts a request. */
  incr(key: string, report: Report, timeWindow: number): void {
    const now = performance.now()
    const window = this.#current(key, now) ?? { count: 0, end: now + timeWindow }
    window.count++
    this.#windows.set(key, window)
    report(null, { current: window.count, ttl: window.end - now })
  }

  /** Reports the count without counting a request. */
  read(key: string, report: Report): void {
    const now = performance.now()
    const { count, end } = this.#current(key, now) ?? { count: 0, end: now }
    report(null, { current: count, ttl: end - now })
  }

  /** Takes back counted requests. */
  refund(key: string, count: number): void {
    const window = this.#current(key, performance.now())
    if (window !== undefined) window.count = Math.max(window.count - count, 0)
  }

  /**
   * Creates the store of another limit.
   *
   * @param options the options of the limit. `onStore` receives the store.
   */
  child(options: object): RateLimitStore {
    const store = new RateLimitStore()
    const { onStore } = options as { onStore?: (store: RateLimitStore) => void }
    onStore?.(store)
    return store
  }

  #current(key: string, now: number) {
    const window = this.#windows.get(key)
    return window !== undefined && window.end > now ? window : undefined
  }
}
