import type { Defect } from '../defect.js'

export const locationMissing: Defect = {
  name: 'location-missing',
  title: 'The 201 for a task has no `Location`.',
  rule: 'The 201 for a task has `Location` with the path of the task (decision 22).',
  exposedBy: '`POST /tasks`; check `Location`.',
  area: 'headers',
  severity: 'minor',
  difficulty: 'medium',
  operations: ['createTask'],
  beforeSend({ headers }) {
    headers.location = undefined
  },
}
