import type { Api, Contestant } from '../contestants/contestants.js'
import type { Response, Running } from '../contestants/process.js'
import { CONNECTIONS, type Facts, get, type Sequence, type Workload } from '../workloads/workload.js'
import { type Latency, measureLatency } from './latency.js'
import { measureRate } from './rate.js'

/** A contestant with its running process. */
export interface Entrant {
  contestant: Contestant
  running: Running
  facts: Facts
}

export interface Durations {
  /** How long a new process is warmed up, so that its code is compiled. */
  firstSeconds: number
  /** How long each workload runs before it is measured. */
  warmUpSeconds: number
  /** How long a maximum rate is measured. */
  seconds: number
  /** How long latencies are measured; 0 to skip them. */
  latencySeconds: number
}

/** The figures of one workload on one contestant. */
export interface Figures {
  /** Responses per second. */
  rate: number
  /** The share of the time in which the event loop was busy. */
  utilization: number
  /** The time of the event loop per response, in milliseconds. */
  loop: number
  /** The longest block of the event loop in milliseconds, if watched. */
  longest: number | undefined
  /** The memory afterwards, in bytes. */
  rss: number
  /** At half of that rate. */
  latency: Latency | undefined
}

/** Warms up a new process, so that its code is compiled. */
export async function warmUp({ origin, path }: Running, { firstSeconds }: Durations): Promise<void> {
  const bound = { seconds: firstSeconds }
  await measureRate({ origin, sequence: () => get(path), from: 0, connections: CONNECTIONS, bound })
}

/**
 * Sends one request of a workload and checks the response.
 *
 * @param constant the new constant response of the floor
 * @throws if the response is not the expected one
 */
export async function checkWorkload(
  workload: Workload,
  entrant: Entrant,
  constant: Response | undefined,
): Promise<Response> {
  const { contestant, running } = entrant
  if (contestant.isFloor && constant !== undefined) await running.setResponse(constant)
  const response = await running.send(sequenceOf(workload, entrant)(0))
  checkResponse(workload, contestant, response)
  return response
}

function sequenceOf(workload: Workload, { contestant, facts }: Entrant): Sequence {
  return workload.requests[contestant.api as Api]?.(facts) as Sequence
}

/** The rate of wrong responses would be meaningless. */
function checkResponse(workload: Workload, contestant: Contestant, { status, body }: Response): void {
  const prefix = `${contestant.title}, ${workload.name}`
  if (status !== workload.status) throw new Error(`${prefix}: returned ${status}: ${body.slice(0, 300)}`)
  const expected = workload.tasks?.(contestant.size)
  if (expected === undefined) return
  const json = JSON.parse(body)
  const { length } = json.content ?? json
  if (length !== expected) throw new Error(`${prefix}: returned ${length} tasks, not ${expected}`)
}

/** Measures a workload that was checked before. */
export async function measureWorkload(
  workload: Workload,
  entrant: Entrant,
  { seconds, warmUpSeconds, latencySeconds }: Durations,
): Promise<Figures> {
  const { connections, maxRequests } = workload
  const { running } = entrant
  const load = { origin: running.origin, sequence: sequenceOf(workload, entrant), connections }
  // The check has sent the first request of the sequence.
  const warm = await measureRate({
    ...load,
    from: connections,
    bound: maxRequests === undefined ? { seconds: warmUpSeconds } : { amount: connections },
  })
  await running.waitUntilIdle()

  await running.begin(workload.isWatched ?? false)
  const { rate, responses, next } = await measureRate({
    ...load,
    from: warm.next,
    bound:
      maxRequests === undefined
        ? { seconds }
        : { amount: Math.min(maxRequests, Math.max(connections, Math.round(warm.rate * seconds))) },
  })
  const { active, utilization, longest, rss } = await running.end()
  await running.waitUntilIdle()

  const latency = await measureLatency({ ...load, from: next }, rate / 2, latencySeconds)
  await running.waitUntilIdle()
  return { rate, utilization, loop: active / responses, longest, rss, latency }
}
