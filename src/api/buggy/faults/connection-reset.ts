import { hangUp } from '../end-connection.js'
import type { Fault } from '../fault.js'

export const connectionReset: Fault = {
  name: 'connection-reset',
  part: 'connection',
  effect: 'The connection is reset, and no response is sent. The request changes nothing.',
  replacesOperation: true,
  before(_request, reply) {
    hangUp(reply, 'reset')
    return reply.send()
  },
}
