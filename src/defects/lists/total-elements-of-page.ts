import { isPage } from '../bodies.js'
import type { Defect } from '../defect.js'

export const totalElementsOfPage: Defect = {
  name: 'total-elements-of-page',
  title: '`totalElements` is the number of tasks on the page.',
  rule: '`totalElements` is the number of matching tasks on all pages (specification, section 2).',
  exposedBy: '`GET /tasks?size=1` on a board with two tasks; check `totalElements`.',
  area: 'lists',
  severity: 'major',
  difficulty: 'easy',
  operations: ['listTasks'],
  beforeSend({ body }) {
    if (isPage(body)) body.totalElements = body.content.length
  },
}
