import { InternalError } from '../../errors.js'
import type { Fault } from '../fault.js'

export const serverError: Fault = {
  name: 'server-error',
  rate: 0.1,
  scope: 'every request',
  effect: 'The answer is a 500, and nothing was done: a retry is safe.',
  before() {
    throw new InternalError()
  },
}
