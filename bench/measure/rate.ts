import autocannon from 'autocannon'
import type { Sequence } from '../work/work.js'

/** How many requests a connection has, which it then sends again; those of an amount are never sent again. */
const REQUESTS_PER_CONNECTION = 20
/** How often the end is looked for, in milliseconds. */
const SAMPLE_MILLISECONDS = 20
/** In seconds. A contestant may be slow. */
const TIMEOUT = 300

export interface Load {
  origin: string
  sequence: Sequence
  /** Where in the sequence to begin. */
  from: number
  connections: number
  /** For how long, or how often. */
  bound: { seconds: number } | { amount: number }
}

/**
 * Asks as fast as answers come.
 *
 * @returns how many answers came, how many a second until the last one, and where in the sequence to go on
 */
export async function measureRate(load: Load): Promise<{ answers: number; rate: number; next: number }> {
  const { origin, sequence, from, connections, bound } = load
  const length = 'amount' in bound ? Math.ceil(bound.amount / connections) : REQUESTS_PER_CONNECTION
  let connection = 0
  let answers = 0
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
      // It writes into what it is given.
      client.setRequests(requests.map((request) => ({ ...request })))
    },
  })
  run.on('response', () => {
    answers++
    last = performance.now()
  })
  const { errors, timeouts, non2xx, statusCodeStats } = await run
  // Whoever is so slow that nothing came in time is asked until all connections had an answer.
  if (answers === 0 && 'seconds' in bound) return measureRate({ ...load, bound: { amount: connections } })
  if (errors + timeouts + non2xx > 0) {
    const statuses = Object.entries(statusCodeStats).map(([status, { count }]) => `${count} × ${status}`)
    throw new Error(
      `${sequence(from).method} ${origin}${sequence(from).path}: ${errors} errors, ${timeouts} time-outs, ${statuses.join(', ')}`,
    )
  }
  return { answers, rate: answers / ((last - start) / 1000), next: from + length * connections }
}
