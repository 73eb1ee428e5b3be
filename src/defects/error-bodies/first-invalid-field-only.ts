import { isValidationBody } from '../bodies.js'
import type { Defect } from '../defect.js'

export const firstInvalidFieldOnly: Defect = {
  name: 'first-invalid-field-only',
  title: '`errors` has only the first of several invalid fields.',
  rule: 'A validation error has all offending fields at once (decision 27).',
  exposedBy: '`POST /tasks` with an empty title and an unknown status; check that `errors` has both.',
  area: 'error-bodies',
  severity: 'minor',
  difficulty: 'medium',
  operations: [],
  beforeSend({ body }) {
    if (isValidationBody(body)) body.errors = Object.fromEntries(Object.entries(body.errors).slice(0, 1))
  },
}
