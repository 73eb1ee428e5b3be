import { isObject } from '../bodies.js'
import type { Defect } from '../defect.js'

export const errorPathWithQuery: Defect = {
  name: 'error-path-with-query',
  title: 'The `path` of an error contains the query.',
  rule: 'The `path` of an error does not contain the query (decision 27).',
  exposedBy: '`GET /tasks?size=0`; check `path` in the body.',
  area: 'error-bodies',
  severity: 'minor',
  difficulty: 'hard',
  operations: [],
  beforeSend({ status, body }, { request }) {
    if (status >= 400 && isObject(body)) body.path += /\?.*$/s.exec(request.originalUrl)?.[0] ?? ''
  },
}
