import { PathNotFound } from '../../contract/errors.js'
import { respondWithError } from '../change-response.js'
import type { Defect } from '../defect.js'

export const wrongMethodReturns404: Defect = {
  name: 'wrong-method-returns-404',
  title: 'A wrong method returns 404.',
  rule: 'A wrong method is 405 with `Allow` (decision 27).',
  exposedBy: '`PATCH /tasks/{id}`.',
  area: 'status-codes',
  severity: 'minor',
  difficulty: 'medium',
  operations: [],
  beforeSend(response, { request }) {
    if (response.status !== 405) return
    respondWithError(response, request, new PathNotFound())
    response.headers.allow = undefined
  },
}
