import type { Observation } from '../observation.js'
import { type Row, right, wrong } from '../row.js'

const STATUSES = [400, 404, 405, 413, 415, 422]

export const refusedRequest: Row = {
  name: 'refused-request',
  title: '400, 404, 405, 413, 415 or 422',
  right: 'does not retry the request unchanged',
  opens: ({ status }) => STATUSES.includes(status),
  joinsAttempts: true,
  judge({ requests, next, attempts }) {
    const [first] = requests
    const repeated = next === undefined ? requests.slice(1) : [...requests.slice(1), next]
    const [second] = repeated
    if (second === undefined) return right(`The client did not repeat the request after ${first.status}.`)
    // A task that did not exist can have been created meanwhile.
    const isOther = first.status === 404 && attempts.all.some((request) => isWriteBetween(request, first, second))
    return isOther
      ? right('The client sent the request again after it had changed the board.', [second])
      : wrong(`The client repeated the request unchanged after ${first.status}.`, repeated)
  },
}

function isWriteBetween({ method, arrivedAt }: Observation, first: Observation, second: Observation): boolean {
  return method !== 'GET' && method !== 'HEAD' && arrivedAt >= first.arrivedAt && arrivedAt < second.arrivedAt
}
