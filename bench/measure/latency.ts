import { createHistogram } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import type { Request } from '../contestants/process.js'
import type { Load } from './rate.js'

/** The maximum ratio of the actual to the planned sending time. Above it, the result would measure the sender. */
const DELAY_MAX = 1.05
/** With fewer responses the 99th percentile is meaningless. */
const RESPONSES_MIN = 10

/** In milliseconds. */
export interface Latency {
  p50: number
  p99: number
}

/**
 * Measures latencies at a constant request rate, whether responses arrive or not. The option `overallRate` of autocannon
 * is not constant: each connection sends the requests of a second in a burst at its beginning, and so measures the
 * latencies at the maximum rate.
 *
 * @param rate requests per second
 * @returns `undefined` if there would be too few responses, or if the rate cannot be reached
 */
export async function measureLatency(
  { origin, sequence, from, connections }: Omit<Load, 'bound'>,
  rate: number,
  seconds: number,
): Promise<Latency | undefined> {
  const count = Math.floor(rate * seconds)
  if (count < RESPONSES_MIN) return undefined
  const pool = new Pool(origin, { connections, pipelining: 1 })
  const histogram = createHistogram()
  const responses: Promise<void>[] = []
  const start = performance.now()
  while (responses.length < count) {
    const due = Math.min(count, ((performance.now() - start) / 1000) * rate)
    while (responses.length < due) {
      const began = performance.now()
      const response = send(pool, sequence(from + responses.length)).then(() =>
        histogram.record(Math.max(1, Math.round((performance.now() - began) * 1000))),
      )
      responses.push(response)
    }
    await sleep(1)
  }
  const isLate = performance.now() - start > seconds * 1000 * DELAY_MAX
  await Promise.all(responses)
  await pool.close()
  if (isLate) return undefined
  return { p50: histogram.percentile(50) / 1000, p99: histogram.percentile(99) / 1000 }
}

/** Sends a request. Rejects if it does not succeed. */
export function send(pool: Pool, request: Request): Promise<void> {
  return new Promise((resolve, reject) => {
    pool.dispatch(request, {
      onRequestStart() {},
      onResponseStart(_controller, status) {
        if (status >= 300) reject(new Error(`${request.method} ${request.path} returned ${status}`))
      },
      onResponseData() {},
      onResponseEnd: resolve,
      onResponseError: (_controller, error) => reject(error),
    })
  })
}
