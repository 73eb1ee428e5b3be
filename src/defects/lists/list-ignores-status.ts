import type { Defect } from '../defect.js'

export const listIgnoresStatus: Defect = {
  name: 'list-ignores-status',
  title: 'The filter `status` is ignored.',
  rule: 'The filter `status` returns only tasks with this status (specification, section 4).',
  exposedBy: '`GET /tasks?status=DONE` on a board with tasks in two columns.',
  area: 'lists',
  severity: 'major',
  difficulty: 'easy',
  operations: ['listTasks'],
  store: (store) => ({ listTasks: (board, query) => store.listTasks(board, { ...query, status: undefined }) }),
}
