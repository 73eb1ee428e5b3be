import { isObject } from '../bodies.js'
import type { Defect } from '../defect.js'

export const errorWithoutTimestamp: Defect = {
  name: 'error-without-timestamp',
  title: 'Errors have no `timestamp`.',
  rule: 'Every error has a `timestamp` (decision 27).',
  exposedBy: '`GET /tasks/{id}` of a task that does not exist; check `timestamp` in the body.',
  area: 'error-bodies',
  severity: 'minor',
  difficulty: 'medium',
  operations: [],
  beforeSend(response) {
    if (response.status < 400 || !isObject(response.body)) return
    const { timestamp: _, ...rest } = response.body
    response.body = rest
  },
}
