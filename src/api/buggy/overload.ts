import { finished } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { StoreUnavailable } from '../../contract/errors.js'
import { faultsWith } from './fault.js'
import { waitFor } from './wait-for.js'

/** The number of concurrent requests to a board that are not delayed. */
const FREE = 10

/** The delay for each further request in milliseconds. */
const STEP = 20

/** The number of concurrent requests to a board from which on further ones are refused. */
const REQUESTS_MAX = 50

/** The requests with this fault that run, by board. */
const running = new Map<string, number>()

export const overload = faultsWith({ part: 'status' })({
  overload: {
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
