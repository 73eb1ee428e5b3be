import type { Defect } from '../defect.js'

export const createReturns200: Defect = {
  name: 'create-returns-200',
  title: 'Creating a task returns 200.',
  rule: 'Creating a task returns 201 (specification, section 4).',
  exposedBy: '`POST /tasks` with `{"title": "Buy milk", "status": "TODO"}`.',
  area: 'status-codes',
  severity: 'major',
  difficulty: 'easy',
  operations: ['createTask'],
  beforeSend(response) {
    if (response.status === 201) response.status = 200
  },
}
