import type { Fault } from '../fault.js'

export const slowResponse: Fault = {
  name: 'slow-response',
  part: 'connection',
  rate: 0.15,
  effect: 'The response is delayed, by 2 to 5 seconds by default.',
  delay: ([shortest, longest], draw) => shortest + draw.fraction('delay') * (longest - shortest),
}
