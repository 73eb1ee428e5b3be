import { TooManyRequests } from '../../../contract/errors.js'
import { BOARD_RATE } from '../../../contract/limits.js'
import { limitHeaders } from '../../../http/headers.js'
import type { Fault } from '../fault.js'
import { drawSeconds, retryAfter } from '../retry-after.js'

export const rateLimited: Fault = {
  name: 'rate-limited',
  part: 'status',
  effect: 'The status is 429, with `Retry-After` and the headers of a rate limit. The request changes nothing.',
  replacesOperation: true,
  before(request, reply, draw) {
    const seconds = drawSeconds(draw)
    limitHeaders(reply, BOARD_RATE, seconds)
    reply.header('retry-after', retryAfter(request, seconds, draw))
    throw new TooManyRequests('to this board', seconds)
  },
}
