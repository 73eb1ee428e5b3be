import { isValidationBody } from '../bodies.js'
import type { Defect } from '../defect.js'

export const errorWithoutErrors: Defect = {
  name: 'error-without-errors',
  title: 'The body of a validation error has no `errors`.',
  rule: 'A validation error has `errors` with a message for each invalid field (specification, section 4).',
  exposedBy: '`POST /tasks` with an empty title; check `errors` in the body.',
  area: 'error-bodies',
  severity: 'major',
  difficulty: 'easy',
  operations: [],
  beforeSend(response) {
    if (!isValidationBody(response.body)) return
    const { errors: _, ...rest } = response.body
    response.body = rest
  },
}
