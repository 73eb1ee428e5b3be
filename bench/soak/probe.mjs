/**
 * Loaded into the service before it starts: tells the process that started it, every few seconds, what the service
 * holds. The heap is measured after a collection, so that garbage does not count.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'

const INTERVAL = 5_000
const SETTLE = 200
const NANOSECONDS = 1e6

const delay = monitorEventLoopDelay({ resolution: 10 })
delay.enable()

setInterval(() => {
  const lag = { p99: delay.percentile(99) / NANOSECONDS, max: delay.max / NANOSECONDS }
  globalThis.gc?.()
  const { rss, heapUsed, external } = process.memoryUsage()
  process.send?.({
    rss,
    heap: heapUsed + external,
    handles: process.getActiveResourcesInfo().length,
    lag,
  })
  // The collection itself is no lag of the service; it is recorded when the loop goes on.
  setTimeout(() => delay.reset(), SETTLE).unref()
}, INTERVAL).unref()
process.channel?.unref()
