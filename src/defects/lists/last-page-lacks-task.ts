import { isPage } from '../bodies.js'
import type { Defect } from '../defect.js'

export const lastPageLacksTask: Defect = {
  name: 'last-page-lacks-task',
  title: 'The last of several pages lacks its last task.',
  rule: 'The pages of a list contain every matching task (decisions 13 and 14).',
  exposedBy: '`GET /tasks?size=2&page=1` on a board with three tasks.',
  area: 'lists',
  severity: 'major',
  difficulty: 'hard',
  operations: ['listTasks'],
  beforeSend({ body }) {
    if (isPage(body) && body.totalPages > 1 && body.currentPage === body.totalPages - 1) body.content.pop()
  },
}
