import type { Fault } from '../fault.js'

export const wrongStatus: Fault = {
  name: 'wrong-status',
  rate: 0.05,
  scope: 'creations that would answer 201',
  effect: 'The status is 200.',
  after(answer) {
    if (answer.status === 201) answer.status = 200
  },
}
