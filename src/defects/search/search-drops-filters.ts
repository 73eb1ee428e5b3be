import type { Defect } from '../defect.js'

export const searchDropsFilters: Defect = {
  name: 'search-drops-filters',
  title: 'With `search`, the filters `status` and `priority` are ignored.',
  rule: 'A list contains the tasks that match all filters (specification, section 4).',
  exposedBy: '`GET /tasks?search=milk&status=DONE` on a board where a task that is `TODO` contains the text.',
  area: 'search',
  severity: 'major',
  difficulty: 'medium',
  operations: ['listTasks'],
  store: (store) => ({
    listTasks: (board, query) =>
      store.listTasks(board, query.search ? { ...query, status: undefined, priority: undefined } : query),
  }),
}
