import { isObject } from '../bodies.js'
import type { Defect } from '../defect.js'

export const errorStatusIsText: Defect = {
  name: 'error-status-is-text',
  title: 'The `status` in an error body is a text such as `"404"`.',
  rule: 'The `status` in an error body is an integer (specification, section 2).',
  exposedBy: '`GET /tasks/{id}` of a task that does not exist; check that `status` in the body is a number.',
  area: 'error-bodies',
  severity: 'minor',
  difficulty: 'medium',
  operations: [],
  beforeSend({ status, body }) {
    if (status >= 400 && isObject(body)) body.status = String(status)
  },
}
