import autocannon from 'autocannon'
import type { Sequence } from '../workloads/workload.js'

/** The number of requests that each connection sends in a loop. With a fixed amount, no request is sent twice. */
const REQUESTS_PER_CONNECTION = 20
/** The interval of the checks for the end, in milliseconds. */
const SAMPLE_MILLISECONDS = 20
/** The timeout of a request in seconds. Some contestants are slow. */
const TIMEOUT = 300

export interface Load {
  origin: string
  sequence: Sequence
  /** The index of the first request in the sequence. */
  from: number
  connections: number
  /** The expected status of each step. */
  statuses?: readonly number[]
  bound: { seconds: number } | { amount: number }
}

/**
 * Sends requests as fast as responses arrive.
 *
 * @returns the number of responses, their rate per second, and the index of the next request in the sequence
 */
export async function measureRate(load: Load): Promise<{ responses: number; rate: number; next: number }> {
  const { origin, sequence, from, connections, statuses = [200], bound } = load
  const length = 'amount' in bound ? Math.ceil(bound.amount / connections) : REQUESTS_PER_CONNECTION
  let connection = 0
  let responses = 0
  let last = 0
  const start = performance.now()
  const run = autocannon({
    url: origin,
    connections,
    timeout: TIMEOUT,
    sampleInt: SAMPLE_MILLISECONDS,
    ...('amount' in bound ? { amount: bound.amount } : { duration: bound.seconds }),
    setupClient(client) {
      const first = from + connection++
      const requests = Array.from({ length }, (_, turn) => sequence(first + turn * connections))
      // autocannon changes the objects.
      client.setRequests(requests.map((request) => ({ ...request })))
    },
  })
  run.on('response', () => {
    responses++
    last = performance.now()
  })
  const { errors, timeouts, non2xx, statusCodeStats } = await run
  const refusals = (responses * statuses.filter((status) => status >= 300).length) / statuses.length
  // If no response arrived in time, measure until every connection has received one.
  if (responses === 0 && 'seconds' in bound) return measureRate({ ...load, bound: { amount: connections } })
  if (errors + timeouts + Math.abs(non2xx - refusals) > 0) {
    const statuses = Object.entries(statusCodeStats).map(([status, { count }]) => `${count} × ${status}`)
    throw new Error(
      `${sequence(from).method} ${origin}${sequence(from).path}: ${errors} errors, ${timeouts} timeouts, ${statuses.join(', ')}`,
    )
  }
  return { responses, rate: responses / ((last - start) / 1000), next: from + length * connections }
}
