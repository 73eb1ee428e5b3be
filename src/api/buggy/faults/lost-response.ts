import type { Fault } from '../fault.js'

export const lostResponse: Fault = {
  name: 'lost-response',
  part: 'connection',
  effect:
    'The connection closes before a response is sent. The operation has run, so a repeated request can run it twice.',
  losesResponse: true,
}
