import { counted } from '../../src/contract/numbers.js'
import type { Reply } from './client.js'
import type { Sample } from './service.js'

const BREACHES_SHOWN = 20
const TIMES_MAX = 1_000_000

/** Counts the responses and breaches of a run, and prints them. */
export function createReport(samples: readonly Sample[]) {
  const counts = new Map<string, Map<number, number>>()
  const times: number[] = []
  /** How often each breach was reported: one cause leads to many reports. */
  const breaches = new Map<string, number>()
  let requests = 0
  let lost = 0

  return {
    countReply(operation: string, { status, milliseconds }: Reply): void {
      requests++
      const statuses = counts.get(operation) ?? new Map<number, number>()
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      counts.set(operation, statuses)
      // Buggy delays some responses on purpose.
      if (times.length < TIMES_MAX && !operation.startsWith('buggy ')) times.push(milliseconds)
    },

    countLost: () => void lost++,

    addBreach: (breach: string) => void breaches.set(breach, (breaches.get(breach) ?? 0) + 1),

    hasBreaches: () => breaches.size > 0,

    printProgress(): void {
      const mebibytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MiB`
      const describe = ({ rss, heap, handles, lag }: Sample) =>
        `rss ${mebibytes(rss)}, heap ${mebibytes(heap)}, ${handles} handles, lag p99 ${lag.p99.toFixed(0)} ms, max ${lag.max.toFixed(0)} ms`
      const sample = samples.at(-1)
      console.log(`${requests} requests; ${sample === undefined ? 'no sample yet' : describe(sample)}`)
    },

    printResult(): void {
      for (const [operation, statuses] of [...counts].sort()) {
        const parts = [...statuses].sort().map(([status, count]) => `${count} × ${status}`)
        console.log(`${operation}: ${parts.join(', ')}`)
      }
      times.sort((a, b) => a - b)
      const percentile = (part: number) => times[Math.floor(times.length * part)]?.toFixed(1)
      console.log(`latency in ms: p50 ${percentile(0.5)}, p99 ${percentile(0.99)}, max ${times.at(-1)?.toFixed(1)}`)
      if (lost > 0) console.log(`${lost} requests without a response, because the service was killed`)
      for (const [breach, count] of [...breaches].slice(0, BREACHES_SHOWN)) {
        console.error(`BREACH ${count > 1 ? `(${count} times) ` : ''}${breach}`)
      }
      const total = [...breaches.values()].reduce((sum, count) => sum + count, 0)
      console.log(total === 0 ? 'No breaches.' : `${counted(total, 'breach', 'breaches')}.`)
    },
  }
}
