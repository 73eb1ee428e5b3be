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
