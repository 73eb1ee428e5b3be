import type { Fault } from '../fault.js'

export const slowResponse: Fault = {
  name: 'slow-response',
  rate: 0.15,
  scope: 'every request',
  effect: 'The response is delayed.',
  delay: ([shortest, longest], draw) => shortest + draw.fraction('delay') * (longest - shortest),
}
