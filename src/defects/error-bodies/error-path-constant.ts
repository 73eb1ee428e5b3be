import { isObject } from '../bodies.js'
import type { Defect } from '../defect.js'

export const errorPathConstant: Defect = {
  name: 'error-path-constant',
  title: 'The `path` of every error is `/error`.',
  rule: 'The `path` of an error is the path of the request (specification, section 2).',
  exposedBy: '`GET /tasks/{id}` of a task that does not exist; check `path` in the body.',
  area: 'error-bodies',
  severity: 'minor',
  difficulty: 'medium',
  operations: [],
  beforeSend({ status, body }) {
    if (status >= 400 && isObject(body)) body.path = '/error'
  },
}
