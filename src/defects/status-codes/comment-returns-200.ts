import type { Defect } from '../defect.js'

export const commentReturns200: Defect = {
  name: 'comment-returns-200',
  title: 'Creating a comment returns 200.',
  rule: 'Creating a comment returns 201 (specification, section 7).',
  exposedBy: '`POST /tasks/{id}/comments` with `{"text": "Hello"}`.',
  area: 'status-codes',
  severity: 'minor',
  difficulty: 'easy',
  operations: ['createComment'],
  beforeSend(response) {
    if (response.status === 201) response.status = 200
  },
}
