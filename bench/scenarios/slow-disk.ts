import { noFaultsExcept, service } from '../contestants/contestants.js'
import { type Running, start } from '../contestants/process.js'
import { type Latency, measureLatency } from '../measure/latency.js'
import { get, json, type Sequence } from '../workloads/workload.js'
import type { Target } from './observation.js'
import { CONTROL, type ScenarioContext, TARGET_CONNECTIONS, TARGET_RATE } from './scenario.js'
import { DELAYS, diskSituation } from './situations.js'
import { buildSlowSync, type SlowSync } from './slow-sync.js'

const CREATES_PER_SECOND = 100
const BUGGY_PER_SECOND = 20
/** After a second without requests to buggy, the next one waits until the disk has its ordinal number. */
const SETTLE_SECONDS = 0.5
/** Long enough for the process to reserve several ordinal numbers at a time. */
const WARM_UP_SECONDS = 3
const TASKS = 10_000

const CREATE = json('POST', '/api/v1/tasks', { title: 'Write the invoice', status: 'TODO', labels: ['office'] })

/**
 * Measures latencies while tasks are created, on disks of different speeds. The situations alternate in one process, so
 * that they differ in nothing else.
 *
 * @returns whether it could be measured
 */
export async function measureSlowDisk(context: ScenarioContext): Promise<boolean> {
  const { databases, folder, round, signal } = context
  const disk = await buildSlowSync(folder)
  if (disk === undefined) return false
  const url = await databases.sqlite('board', TASKS)
  // A fault without a delay, so that requests to buggy take ordinal numbers.
  const launch = service(url, { ...disk.env, FAULT_RATES: noFaultsExcept('date-mix=0.1') })
  const running: Running[] = []
  try {
    running.push(await start(launch), await start(CONTROL))
    const [server, control] = running as [Running, Running]
    await measure(server, control, disk, 0, true, WARM_UP_SECONDS)
    for (const delay of round % 2 === 0 ? DELAYS : DELAYS.toReversed()) {
      for (const hasBuggy of [false, true]) {
        signal.throwIfAborted()
        if (hasBuggy) await measure(server, control, disk, delay, hasBuggy, SETTLE_SECONDS)
        const latencies = await measure(server, control, disk, delay, hasBuggy, context.seconds)
        const situation = diskSituation(delay, hasBuggy)
        context.observe({ round, scenario: 'slow-disk', store: 'SQLite', situation, latencies })
      }
    }
    return true
  } finally {
    for (const { stop } of running) await stop()
    disk.close()
  }
}

async function measure(
  server: Running,
  control: Running,
  disk: SlowSync,
  delay: number,
  hasBuggy: boolean,
  seconds: number,
): Promise<Partial<Record<Target, Latency>>> {
  disk.setDelay(delay)
  const observe = (origin: string, sequence: Sequence, rate = TARGET_RATE) =>
    measureLatency({ origin, sequence, from: 0, connections: TARGET_CONNECTIONS }, rate, seconds)
  const [task, health, other, buggy] = await Promise.all([
    observe(server.origin, (index) => get(`/api/v1/tasks/${1 + (index % TASKS)}`)),
    observe(server.origin, () => get('/health')),
    observe(control.origin, () => get('/')),
    hasBuggy
      ? observe(server.origin, (index) => get(`/api/buggy/tasks/${1 + (index % TASKS)}`), BUGGY_PER_SECOND)
      : undefined,
    observe(server.origin, () => CREATE, CREATES_PER_SECOND),
  ])
  return { ...(task && { task }), ...(health && { health }), ...(other && { control: other }), ...(buggy && { buggy }) }
}
