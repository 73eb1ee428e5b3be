/**
 * Loaded into every measured process. Reports to the parent process how busy the event loop and the processor were
 * between the messages `begin` and `end`, and at the message `memory` how much memory is in use. Otherwise it does nothing.
 */
import { existsSync, readFileSync } from 'node:fs'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

const NANOSECONDS = 1e6
const MICROSECONDS = 1e3

/** The scheduler's statistics of the main thread, on Linux: its id is the id of the process. */
const MAIN_THREAD = `/proc/self/task/${process.pid}/schedstat`
const hasMainThread = existsSync(MAIN_THREAD)

let delay
let before

/** The times since the start of the process, in milliseconds. `cpu` is the processor time of all threads. */
function readTimes() {
  const { user, system } = process.cpuUsage()
  return {
    loop: performance.eventLoopUtilization(),
    cpu: (user + system) / MICROSECONDS,
    mainCpu: hasMainThread ? Number(readFileSync(MAIN_THREAD, 'utf8').split(' ')[0]) / NANOSECONDS : undefined,
  }
}

function report({ probe, isWatched }) {
  if (probe === 'begin') {
    // A timer of one millisecond costs time, so it runs only for workloads that need the longest block.
    delay = isWatched ? monitorEventLoopDelay({ resolution: 1 }) : undefined
    delay?.enable()
    before = readTimes()
    process.send({ probe })
  } else if (probe === 'end') {
    const { cpu, mainCpu } = readTimes()
    const { active, utilization } = performance.eventLoopUtilization(before.loop)
    delay?.disable()
    process.send({
      probe,
      active,
      utilization,
      cpu: cpu - before.cpu,
      mainCpu: mainCpu && mainCpu - before.mainCpu,
      longest: delay && delay.max / NANOSECONDS,
      rss: process.memoryUsage.rss(),
    })
  } else if (probe === 'memory') {
    globalThis.gc()
    const { heapUsed, external } = process.memoryUsage()
    process.send({ probe, memory: heapUsed + external })
  }
}

// Workers load this file too, but have no channel to the parent process.
if (isMainThread) {
  process.on('message', report)
  process.channel.unref()
}
