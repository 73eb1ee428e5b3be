/**
 * Loaded into every process that is measured: tells the process that started it what the event loop did since it was
 * last asked to begin. Nothing runs while nobody asks.
 */
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'

const NANOSECONDS = 1e6

let delay
let before = performance.eventLoopUtilization()

process.on('message', ({ probe, isWatched }) => {
  if (probe === 'begin') {
    // A timer of a millisecond has its price: only where the longest piece of work is looked for.
    delay = isWatched ? monitorEventLoopDelay({ resolution: 1 }) : undefined
    delay?.enable()
    before = performance.eventLoopUtilization()
    process.send({ probe })
  } else if (probe === 'end') {
    const { active, utilization } = performance.eventLoopUtilization(before)
    delay?.disable()
    process.send({
      probe,
      active,
      utilization,
      longest: delay && delay.max / NANOSECONDS,
      rss: process.memoryUsage.rss(),
    })
  }
})
process.channel.unref()
