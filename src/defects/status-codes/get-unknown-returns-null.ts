import type { Defect } from '../defect.js'

export const getUnknownReturnsNull: Defect = {
  name: 'get-unknown-returns-null',
  title: 'GET of an unknown task returns 200 and `null`.',
  rule: 'A request for a task that does not exist is 404 (specification, section 7).',
  exposedBy: '`GET /tasks/{id}` with an id that was never assigned.',
  area: 'status-codes',
  severity: 'major',
  difficulty: 'easy',
  operations: ['getTask'],
  beforeSend(response) {
    if (response.status !== 404) return
    response.status = 200
    response.body = null
  },
}
