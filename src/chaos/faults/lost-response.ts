import type { Fault } from '../fault.js'

export const lostResponse: Fault = {
  name: 'lost-response',
  part: 'connection',
  rate: 0,
  scope: 'every request',
  effect: 'The connection closes instead of a response. The operation has run, so a repeated request can run it twice.',
  losesResponse: true,
}
