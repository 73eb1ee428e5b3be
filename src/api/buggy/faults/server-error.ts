import { InternalError } from '../../../contract/errors.js'
import type { Fault } from '../fault.js'

export const serverError: Fault = {
  name: 'server-error',
  part: 'status',
  rate: 0.1,
  effect: 'The status is 500. The request changes nothing, so a retry is safe.',
  replacesOperation: true,
  before() {
    throw new InternalError()
  },
}
