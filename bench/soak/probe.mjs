/**
 * Loaded into the service before it starts. Every few seconds it reports the resources of the service to the parent
 * process. The heap is measured after a garbage collection, so that garbage does not count.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

const INTERVAL = 5_000
const RESET_DELAY = 200
const NANOSECONDS = 1e6

// Workers load this file too, but have no channel to the parent process.
if (isMainThread) startReports()

function startReports() {
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
    // The garbage collection itself must not count as lag. The monitor records it when the event loop continues.
    setTimeout(() => delay.reset(), RESET_DELAY).unref()
  }, INTERVAL).unref()
  process.channel?.unref()
}
