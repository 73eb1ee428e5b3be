import { respondWithNothing } from '../change-response.js'
import type { Defect } from '../defect.js'

export const replaceReturns204: Defect = {
  name: 'replace-returns-204',
  title: 'Replacing a task returns 204 and an empty body.',
  rule: 'Replacing a task returns 200 and the task (specification, section 4).',
  exposedBy: '`PUT /tasks/{id}` with a valid body.',
  area: 'status-codes',
  severity: 'major',
  difficulty: 'easy',
  operations: ['replaceTask'],
  beforeSend(response) {
    if (response.status === 200) respondWithNothing(response)
  },
}
