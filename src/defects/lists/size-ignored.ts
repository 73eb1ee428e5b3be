import { PAGE_SIZE_DEFAULT } from '../../contract/limits.js'
import { isPage } from '../bodies.js'
import type { Defect } from '../defect.js'

export const sizeIgnored: Defect = {
  name: 'size-ignored',
  title: 'The parameter `size` is ignored: pages have 20 tasks.',
  rule: '`size` is the number of items per page (specification, section 4).',
  exposedBy: '`GET /tasks?size=1` on a board with two tasks.',
  area: 'lists',
  severity: 'major',
  difficulty: 'easy',
  operations: ['listTasks'],
  store: (store) => ({
    listTasks: (board, query) => store.listTasks(board, { ...query, size: PAGE_SIZE_DEFAULT }),
  }),
  beforeSend({ status, body }) {
    if (status !== 200 || !isPage(body)) return
    body.pageSize = PAGE_SIZE_DEFAULT
    body.totalPages = Math.ceil(body.totalElements / PAGE_SIZE_DEFAULT)
  },
}
