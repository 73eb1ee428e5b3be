import type { Fault } from '../fault.js'

export const wrongStatus: Fault = {
  name: 'wrong-status',
  part: 'status',
  rate: 0.05,
  scope: 'responses with status 201',
  effect: 'The status is 200 instead of 201.',
  after(response) {
    if (response.status !== 201) return false
    response.status = 200
    return true
  },
}
