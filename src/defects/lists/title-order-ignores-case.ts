import type { Defect } from '../defect.js'
import { readTasks, toPageOf } from '../tasks.js'

export const titleOrderIgnoresCase: Defect = {
  name: 'title-order-ignores-case',
  title: 'Sorted by `title`, upper case and lower case are the same.',
  rule: '`title` sorts by code point (decision 14).',
  exposedBy: '`GET /tasks?sort=title` on a board with the titles `a` and `B`.',
  area: 'lists',
  severity: 'minor',
  difficulty: 'hard',
  operations: ['listTasks'],
  store: (store) => ({
    async listTasks(board, query) {
      if (query.sort !== 'title') return store.listTasks(board, query)
      const tasks = await readTasks(store, board, { ...query, sort: 'id', direction: 'asc' })
      const sign = query.direction === 'asc' ? 1 : -1
      const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b))
      tasks.sort((a, b) => sign * compare(a.title.toLowerCase(), b.title.toLowerCase()))
      return toPageOf(tasks, query)
    },
  }),
}
