import type { Defect } from '../defect.js'

export const listIgnoresDirection: Defect = {
  name: 'list-ignores-direction',
  title: 'The parameter `direction` is ignored.',
  rule: '`direction=desc` reverses the order of a list (specification, section 4).',
  exposedBy: '`GET /tasks?direction=desc` on a board with two tasks.',
  area: 'lists',
  severity: 'major',
  difficulty: 'easy',
  editions: ['current'],
  operations: ['listTasks'],
  store: (store) => ({ listTasks: (board, query) => store.listTasks(board, { ...query, direction: 'asc' }) }),
}
