import { isPage } from '../bodies.js'
import type { Defect } from '../defect.js'

export const totalPagesRoundedDown: Defect = {
  name: 'total-pages-rounded-down',
  title: '`totalPages` is rounded down.',
  rule: '`totalPages` is `totalElements / size`, rounded up (decision 13).',
  exposedBy: '`GET /tasks?size=2` on a board with three tasks; check `totalPages`.',
  area: 'lists',
  severity: 'major',
  difficulty: 'medium',
  operations: ['listTasks'],
  beforeSend({ body }) {
    if (isPage(body)) body.totalPages = Math.floor(body.totalElements / body.pageSize)
  },
}
