import { isValidationBody } from '../bodies.js'
import { changeStatus } from '../change-response.js'
import type { Defect } from '../defect.js'

export const validationReturns422: Defect = {
  name: 'validation-returns-422',
  title: 'Invalid fields return 422.',
  rule: 'A request with invalid fields is 400 (specification, section 7).',
  exposedBy: '`POST /tasks` with an empty title.',
  area: 'status-codes',
  severity: 'major',
  difficulty: 'easy',
  operations: [],
  beforeSend(response) {
    if (isValidationBody(response.body)) changeStatus(response, 422)
  },
}
