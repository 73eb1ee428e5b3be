import { finished } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { InternalError, StoreUnavailable, TooManyRequests } from '../../contract/errors.js'
import { BOARD_RATE } from '../../contract/limits.js'
import { limitHeaders } from '../../http/headers.js'
import type { Draw } from '../draw.js'
import { faultsIn } from '../fault.js'
import { waitFor } from '../wait-for.js'

/** A page like those of proxies that get no response from the server behind them. */
const PAGE = `<html>
<head><title>502 Bad Gateway</title></head>
<body>
<center><h1>502 Bad Gateway</h1></center>
<hr><center>gateway</center>
</body>
</html>
`

/** The number of concurrent requests to a board that are not delayed. */
const FREE = 10

/** The delay for each further request in milliseconds. */
const STEP = 20

/** The number of concurrent requests to a board from which on further ones are refused. */
const REQUESTS_MAX = 50

/** The requests with this fault that run, by board. */
const running = new Map<string, number>()

/** The longest time in seconds after which a request can be repeated. Clients under test wait for it. */
const SECONDS_MAX = 3

const inPart = faultsIn('status')

export const serverError = inPart({
  name: 'server-error',
  rate: 0.1,
  effect: 'The status is 500. The request changes nothing, so a retry is safe.',
  replacesOperation: true,
  before() {
    throw new InternalError()
  },
})

export const wrongStatus = inPart({
  name: 'wrong-status',
  rate: 0.05,
  scope: 'responses with status 201',
  effect: 'The status is 200 instead of 201.',
  after(response) {
    if (response.status !== 201) return false
    response.status = 200
    return true
  },
})

export const unavailable = inPart({
  name: 'unavailable',
  effect: 'The status is 503, with `Retry-After`. The request changes nothing.',
  replacesOperation: true,
  before(request, reply, draw) {
    reply.header('retry-after', retryAfter(request, drawSeconds(draw), draw))
    throw new StoreUnavailable()
  },
})

export const rateLimited = inPart({
  name: 'rate-limited',
  effect: 'The status is 429, with `Retry-After` and the headers of a rate limit. The request changes nothing.',
  replacesOperation: true,
  before(request, reply, draw) {
    const seconds = drawSeconds(draw)
    limitHeaders(reply, BOARD_RATE, seconds)
    reply.header('retry-after', retryAfter(request, seconds, draw))
    throw new TooManyRequests('to this board', seconds)
  },
})

export const htmlError = inPart({
  name: 'html-error',
  effect: 'The status is 502, with a page of HTML as proxies send it. The request changes nothing.',
  replacesOperation: true,
  before: (_request, reply) => reply.code(502).type('text/html').send(PAGE),
})

export const overload = inPart({
  name: 'overload',
  effect:
    'The delay grows with the concurrent requests to the board, from the 11th on. From the 51st on, the status is 503, with `Retry-After`, and the request changes nothing.',
  // It depends on the load whether it has an effect, so it records this itself.
  isEffective: async () => false,
  async before(request, reply) {
    const { board, faults } = request
    const load = countRequest(board.id, reply)
    if (load <= FREE || faults === null) return undefined
    faults.effective.add('overload')
    if (load > REQUESTS_MAX) {
      faults.isReplaced = true
      reply.header('retry-after', 1)
      throw new StoreUnavailable()
    }
    const delay = (load - FREE) * STEP
    faults.delay = (faults.delay ?? 0) + delay
    await waitFor(delay, reply, faults.sleep)
    return undefined
  },
})

/** Counts a request until its end, and returns the number of concurrent requests to its board. */
function countRequest(board: string, { raw }: FastifyReply): number {
  const load = (running.get(board) ?? 0) + 1
  running.set(board, load)
  finished(raw, () => {
    const left = (running.get(board) ?? 1) - 1
    if (left === 0) running.delete(board)
    else running.set(board, left)
  })
  return load
}

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
