import { hangUp } from '../end-connection.js'
import type { Fault } from '../fault.js'
import { replaceOperation } from './replace-operation.js'

export const connectionReset: Fault = {
  name: 'connection-reset',
  part: 'connection',
  effect: 'The connection is reset, and no response is sent. The request changes nothing.',
  before(request, reply) {
    replaceOperation(request)
    hangUp(reply, 'reset')
    return reply.send()
  },
}
