import { StoreUnavailable } from '../../../contract/errors.js'
import type { Fault } from '../fault.js'
import { drawSeconds, retryAfter } from '../retry-after.js'

export const unavailable: Fault = {
  name: 'unavailable',
  part: 'status',
  effect: 'The status is 503, with `Retry-After`. The request changes nothing.',
  replacesOperation: true,
  before(request, reply, draw) {
    reply.header('retry-after', retryAfter(request, drawSeconds(draw), draw))
    throw new StoreUnavailable()
  },
}
