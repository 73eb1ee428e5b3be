import type { Api, Contestant } from '../contestants/contestants.js'
import type { Response, Running } from '../contestants/process.js'
import { CONNECTIONS, type Facts, get, type Sequence, stepsOf, type Workload } from '../workloads/workload.js'
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
  /** The processor time of all threads per response, in milliseconds. */
  cpu: number
  /** The processor time of the main thread per response, in milliseconds, if the system reports it. */
  mainCpu: number | undefined
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

/** The number of times that each connection sends all steps before they are measured, if there are several. */
const WARM_UP_TURNS = 5

/**
 * Sends the first request of a workload, or the requests of all steps, and checks the responses.
 *
 * @param constants the new constant responses of the floor
 * @returns the response to each step
 * @throws if a response is not the expected one
 */
export async function checkWorkload(
  workload: Workload,
  entrant: Entrant,
  constants: readonly Response[] | undefined,
): Promise<Response[]> {
  const { contestant, running } = entrant
  if (contestant.isFloor && constants !== undefined) await running.setResponses(constants)
  const sequence = sequenceOf(workload, entrant)
  const responses: Response[] = []
  for (let index = 0; index < checkedOf(workload); index++) {
    const response = await running.send(sequence(index))
    // Every other connection only completes its first turn.
    if (index % workload.connections !== 0) continue
    checkResponse(workload, contestant, response, stepsOf(workload)[responses.length] as number)
    responses.push(response)
  }
  return responses
}

/** The number of requests of the check. With several steps, each connection sends all of them once. */
function checkedOf({ connections, ...workload }: Workload): number {
  const { length } = stepsOf(workload)
  return length === 1 ? 1 : connections * length
}

function sequenceOf(workload: Workload, { contestant, facts }: Entrant): Sequence {
  return workload.requests[contestant.api as Api]?.(facts) as Sequence
}

/** The rate of wrong responses would be meaningless. */
function checkResponse(
  workload: Workload,
  contestant: Contestant,
  { status, body }: Response,
  expectedStatus: number,
): void {
  const prefix = `${contestant.title}, ${workload.name}`
  if (status !== expectedStatus) throw new Error(`${prefix}: returned ${status}: ${body.slice(0, 300)}`)
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
  const { connections, maxRequests, isOrdered } = workload
  const { running } = entrant
  const statuses = stepsOf(workload)
  const load = { origin: running.origin, sequence: sequenceOf(workload, entrant), connections, statuses }
  /** The number of requests with which every connection has sent each step equally often. */
  const batch = connections * statuses.length
  const warm = await measureRate({
    ...load,
    // The check has sent the requests before.
    from: batch,
    bound:
      maxRequests === undefined
        ? { seconds: warmUpSeconds }
        : { amount: batch * (statuses.length === 1 ? 1 : WARM_UP_TURNS) },
  })
  await running.waitUntilIdle()

  await running.begin(workload.isWatched ?? false)
  const { rate, responses, next } = await measureRate({
    ...load,
    from: warm.next,
    bound:
      maxRequests === undefined
        ? { seconds }
        : { amount: batch * Math.ceil(Math.min(maxRequests, warm.rate * seconds) / batch) },
  })
  const { active, utilization, cpu, mainCpu, longest, rss } = await running.end()
  await running.waitUntilIdle()

  const latency = isOrdered ? undefined : await measureLatency({ ...load, from: next }, rate / 2, latencySeconds)
  await running.waitUntilIdle()
  return {
    rate,
    utilization,
    loop: active / responses,
    cpu: cpu / responses,
    mainCpu: mainCpu === undefined ? undefined : mainCpu / responses,
    longest,
    rss,
    latency,
  }
}
