import { respondWithNothing } from '../change-response.js'
import type { Defect } from '../defect.js'

export const deleteUnknownReturns204: Defect = {
  name: 'delete-unknown-returns-204',
  title: 'DELETE of an unknown task returns 204.',
  rule: 'A request for a task that does not exist is 404 (specification, section 7).',
  exposedBy: '`DELETE /tasks/{id}` of a task that was deleted.',
  area: 'status-codes',
  severity: 'major',
  difficulty: 'easy',
  operations: ['deleteTask'],
  beforeSend(response) {
    if (response.status === 404) respondWithNothing(response)
  },
}
