import type { Defect } from '../defect.js'

export const deleteReturns200: Defect = {
  name: 'delete-returns-200',
  title: 'Deleting a task returns 200 and a message.',
  rule: 'Deleting a task returns 204 and an empty body (specification, section 4).',
  exposedBy: '`DELETE /tasks/{id}` of a task that exists.',
  area: 'status-codes',
  severity: 'minor',
  difficulty: 'easy',
  operations: ['deleteTask'],
  beforeSend(response) {
    if (response.status !== 204) return
    response.status = 200
    response.body = { message: 'Task deleted successfully' }
  },
}
