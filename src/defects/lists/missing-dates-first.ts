import type { Defect } from '../defect.js'
import { readTasks, toPageOf } from '../tasks.js'

export const missingDatesFirst: Defect = {
  name: 'missing-dates-first',
  title: 'Sorted by `dueDate`, tasks without a date come first.',
  rule: 'Tasks without a `dueDate` come last in both directions (decision 14).',
  exposedBy: '`GET /tasks?sort=dueDate` on a board with one task with a due date and one without.',
  area: 'lists',
  severity: 'minor',
  difficulty: 'medium',
  editions: ['current'],
  operations: ['listTasks'],
  store: (store) => ({
    async listTasks(board, query) {
      if (query.sort !== 'dueDate') return store.listTasks(board, query)
      const tasks = await readTasks(store, board, query)
      const isMissing = ({ dueDate }: { dueDate: string | null }) => dueDate === null
      return toPageOf([...tasks.filter(isMissing), ...tasks.filter((task) => !isMissing(task))], query)
    },
  }),
}
