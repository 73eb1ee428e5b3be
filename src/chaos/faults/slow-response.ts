import type { Fault } from '../fault.js'

export const slowResponse: Fault = {
  name: 'slow-response',
  rate: 0.15,
  scope: 'every request',
  effect: 'The answer comes late.',
  before({ wait }) {
    return wait()
  },
}
