import { createHistogram } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import type { Request } from '../contestants/process.js'
import type { Load } from './rate.js'

/** How much longer than it should the sending may take: beyond that it is the sender that is measured. */
const DELAY_MAX = 1.05
/** Fewer answers say nothing of the slowest hundredth. */
const ANSWERS_MIN = 10

/** In milliseconds. */
export interface Latency {
  p50: number
  p99: number
}

/**
 * Asks at an even rate, every millisecond, whether answers come or not, and tells how long they take. autocannon's own `overallRate` is not
 * even: each of its connections sends the requests of a second one after the other at its begin, so that it measures how
 * long they take at the maximum rate.
 *
 * @param rate requests a second
 * @returns `undefined` where there would be too few answers, or so many that they cannot be asked for
 */
export async function measureLatency(
  { origin, sequence, from, connections }: Omit<Load, 'bound'>,
  rate: number,
  seconds: number,
): Promise<Latency | undefined> {
  const count = Math.floor(rate * seconds)
  if (count < ANSWERS_MIN) return undefined
  const pool = new Pool(origin, { connections, pipelining: 1 })
  const histogram = createHistogram()
  const answered: Promise<void>[] = []
  const start = performance.now()
  while (answered.length < count) {
    const due = Math.min(count, ((performance.now() - start) / 1000) * rate)
    while (answered.length < due) {
      const began = performance.now()
      const answer = ask(pool, sequence(from + answered.length)).then(() =>
        histogram.record(Math.max(1, Math.round((performance.now() - began) * 1000))),
      )
      answered.push(answer)
    }
    await sleep(1)
  }
  const isLate = performance.now() - start > seconds * 1000 * DELAY_MAX
  await Promise.all(answered)
  await pool.close()
  if (isLate) return undefined
  return { p50: histogram.percentile(50) / 1000, p99: histogram.percentile(99) / 1000 }
}

function ask(pool: Pool, request: Request): Promise<void> {
  return new Promise((resolve, reject) => {
    pool.dispatch(request, {
      onRequestStart() {},
      onResponseStart(_controller, status) {
        if (status >= 300) reject(new Error(`${request.method} ${request.path} was answered with ${status}`))
      },
      onResponseData() {},
      onResponseEnd: resolve,
      onResponseError: (_controller, error) => reject(error),
    })
  })
}
