/**
 * Loaded into every measured process. Reports to the parent process how busy the event loop was between the messages
 * `begin` and `end`. Otherwise it does nothing.
 */
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'

const NANOSECONDS = 1e6

let delay
let before = performance.eventLoopUtilization()

process.on('message', ({ probe, isWatched }) => {
  if (probe === 'begin') {
    // A timer of one millisecond costs time, so it runs only for workloads that need the longest block.
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
