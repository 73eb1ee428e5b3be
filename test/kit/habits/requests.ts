import type { Observation } from '../../../src/rules/client-habits/observation.js'

let count = 0

/** Creates an observation: by default a page read that took 10 ms, without a problem. */
export function seen(given: Partial<Observation> & { arrivedAt: number }): Observation {
  const target = given.target ?? '/tasks?page=0&size=2'
  return {
    requestId: `r${++count}`,
    idempotencyKey: null,
    method: 'GET',
    target,
    bodyHash: null,
    endedAt: given.arrivedAt + 10,
    status: 200,
    isDisconnected: false,
    faults: [],
    retryAfter: null,
    created: null,
    deadline: null,
    token: null,
    refreshToken: null,
    hasExpiredToken: false,
    ...given,
  }
}

/** Creates the observation of a create. */
export function create(given: Partial<Observation> & { arrivedAt: number }): Observation {
  return seen({ method: 'POST', target: '/tasks', bodyHash: 'one', status: 201, ...given })
}

/** Creates the observation of a read that was refused until two seconds later. */
export const limited = (arrivedAt: number, given: Partial<Observation> = {}) =>
  seen({ arrivedAt, status: 429, faults: ['rate-limited'], retryAfter: { delay: 2000, isDate: false }, ...given })

/** Creates the observation of a read that failed with a 500, or that got no response. */
export const failed = (arrivedAt: number, given: Partial<Observation> = {}) =>
  seen({ arrivedAt, status: 500, faults: ['server-error'], ...given })
export const reset = (arrivedAt: number, given: Partial<Observation> = {}) =>
  seen({ arrivedAt, status: 444, faults: ['connection-reset'], ...given })

/** Creates requests at a rate, each with its own target. */
export function load(from: number, count: number, given: Partial<Observation> = {}): Observation[] {
  return Array.from({ length: count }, (_, index) => {
    const arrivedAt = from + Math.floor((index * 900) / count)
    return seen({ arrivedAt, target: `/tasks/${from}-${index}`, ...given })
  })
}
