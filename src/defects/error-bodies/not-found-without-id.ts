import { isObject } from '../bodies.js'
import type { Defect } from '../defect.js'

export const notFoundWithoutId: Defect = {
  name: 'not-found-without-id',
  title: 'The message for an unknown task does not contain its id.',
  rule: 'The message for an unknown task states that no task exists with the given id (specification, section 7).',
  exposedBy: '`GET /tasks/{id}` of a task that does not exist; check that `message` contains the id.',
  area: 'error-bodies',
  severity: 'minor',
  difficulty: 'easy',
  operations: [],
  beforeSend({ status, body }) {
    if (status !== 404 || !isObject(body)) return
    if (String(body.message).startsWith('Task not found')) body.message = 'Task not found'
  },
}
