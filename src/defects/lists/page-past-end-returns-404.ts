import { PathNotFound } from '../../contract/errors.js'
import { isPage } from '../bodies.js'
import { respondWithError } from '../change-response.js'
import type { Defect } from '../defect.js'

export const pagePastEndReturns404: Defect = {
  name: 'page-past-end-returns-404',
  title: 'A page past the end returns 404.',
  rule: 'A page past the end is 200 with empty `content` (decision 13).',
  exposedBy: '`GET /tasks?page=1` on a board with one task.',
  area: 'lists',
  severity: 'minor',
  difficulty: 'medium',
  operations: ['listTasks'],
  beforeSend(response, { request }) {
    const { body } = response
    if (isPage(body) && body.currentPage > 0 && body.currentPage >= body.totalPages) {
      respondWithError(response, request, new PathNotFound())
    }
  },
}
