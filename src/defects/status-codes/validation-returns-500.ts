import { InternalError } from '../../contract/errors.js'
import { isValidationBody } from '../bodies.js'
import { respondWithError } from '../change-response.js'
import type { Defect } from '../defect.js'

export const validationReturns500: Defect = {
  name: 'validation-returns-500',
  title: 'Invalid fields in the body of a task return 500.',
  rule: 'A request with invalid fields is 400 (specification, section 7).',
  exposedBy: '`POST /tasks` without a title.',
  area: 'status-codes',
  severity: 'major',
  difficulty: 'easy',
  operations: ['createTask', 'replaceTask'],
  beforeSend(response, { request }) {
    if (isValidationBody(response.body)) respondWithError(response, request, new InternalError())
  },
}
