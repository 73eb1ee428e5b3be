import type { Evidence } from '../types.js'

/** An id of the service. A client that sends its own can name its test in it. */
const GENERATED_ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** Describes a request of a run, such as `GET /api/v1/tasks (200, request 7 of the run)`. */
export function describeRequest({ method, target, status, number, requestId, test }: Evidence['first']): string {
  const id = GENERATED_ID.test(requestId) ? '' : `, X-Request-Id ${requestId}`
  const sender = test === undefined ? '' : `, sent by the test '${test}'`
  return `${method} ${target} (${status}, request ${number} of the run${id}${sender})`
}
