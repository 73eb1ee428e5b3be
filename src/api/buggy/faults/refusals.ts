import type { FastifyRequest } from 'fastify'
import { StoreUnavailable, TooManyRequests } from '../../../contract/errors.js'
import { BOARD_RATE } from '../../../contract/limits.js'
import { limitHeaders } from '../../../http/headers.js'
import type { Draw } from '../draw.js'
import { faultsWith } from '../fault.js'

/** A page like those of proxies that get no response from the server behind them. */
const PAGE = `<html>
<head><title>502 Bad Gateway</title></head>
<body>
<center><h1>502 Bad Gateway</h1></center>
<hr><center>gateway</center>
</body>
</html>
`

/** The faults that refuse a request, as a busy service or a proxy does (decision 145). */
export const refusals = faultsWith({ part: 'status', replacesOperation: true })({
  unavailable: {
    effect: 'The status is 503, with `Retry-After`. The request changes nothing.',
    before(request, reply, draw) {
      reply.header('retry-after', retryAfter(request, drawSeconds(draw), draw))
      throw new StoreUnavailable()
    },
  },
  'rate-limited': {
    effect: 'The status is 429, with `Retry-After` and the headers of a rate limit. The request changes nothing.',
    before(request, reply, draw) {
      const seconds = drawSeconds(draw)
      limitHeaders(reply, BOARD_RATE, seconds)
      reply.header('retry-after', retryAfter(request, seconds, draw))
      throw new TooManyRequests('to this board', seconds)
    },
  },
  'html-error': {
    effect: 'The status is 502, with a page of HTML as proxies send it. The request changes nothing.',
    before: (_request, reply) => reply.code(502).type('text/html').send(PAGE),
  },
})

/** The longest time in seconds after which a request can be repeated. Clients under test wait for it. */
const SECONDS_MAX = 3

/** Draws after how many seconds a request can be repeated. */
function drawSeconds(draw: Draw): number {
  return 1 + draw.index('seconds', SECONDS_MAX)
}

/**
 * Returns a value of `Retry-After`: seconds or a date (RFC 9110, section 10.2.3).
 *
 * @param seconds the time after which the request can be repeated
 */
function retryAfter(request: FastifyRequest, seconds: number, draw: Draw): string {
  if (draw.index('form', 2) === 0) return String(seconds)
  return new Date(Date.parse(request.now()) + seconds * 1000).toUTCString()
}
