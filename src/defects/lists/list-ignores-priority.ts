import type { Defect } from '../defect.js'

export const listIgnoresPriority: Defect = {
  name: 'list-ignores-priority',
  title: 'The filter `priority` is ignored.',
  rule: 'The filter `priority` returns only tasks with this priority (decision 15).',
  exposedBy: '`GET /tasks?priority=HIGH` on a board with tasks of two priorities.',
  area: 'lists',
  severity: 'major',
  difficulty: 'easy',
  operations: ['listTasks'],
  store: (store) => ({ listTasks: (board, query) => store.listTasks(board, { ...query, priority: undefined }) }),
}
