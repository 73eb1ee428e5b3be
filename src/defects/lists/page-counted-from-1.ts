import type { Defect } from '../defect.js'

export const pageCountedFrom1: Defect = {
  name: 'page-counted-from-1',
  title: 'The first page has the number 1. The page 0 is the same.',
  rule: 'Pages are counted from 0 (specification, section 4).',
  exposedBy: '`GET /tasks?size=1&page=1` on a board with two tasks.',
  area: 'lists',
  severity: 'major',
  difficulty: 'easy',
  operations: ['listTasks'],
  store: (store) => ({
    listTasks: (board, query) => store.listTasks(board, { ...query, page: Math.max(query.page - 1, 0) }),
  }),
}
