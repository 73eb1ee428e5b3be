import type { Defect } from '../defect.js'

export const searchIsCaseSensitive: Defect = {
  name: 'search-is-case-sensitive',
  title: 'The search is case-sensitive.',
  rule: 'The search is case-insensitive (specification, section 4).',
  exposedBy: '`GET /tasks?search=MILK` on a board with the title `Buy milk`.',
  area: 'search',
  severity: 'major',
  difficulty: 'easy',
  operations: ['listTasks'],
  store: (store) => ({ listTasks: (board, query) => store.listTasks(board, { ...query, matchCase: true }) }),
}
