import type { Defect } from '../defect.js'

export const statusSortedByName: Defect = {
  name: 'status-sorted-by-name',
  title: 'Sorted by `status`, `DONE` comes first: the order is that of the alphabet.',
  rule: '`status` sorts in the order of its values: `TODO`, `IN_PROGRESS`, `DONE` (decision 14).',
  exposedBy: '`GET /tasks?sort=status` on a board with tasks that are `TODO` and `DONE`.',
  area: 'lists',
  severity: 'minor',
  difficulty: 'medium',
  operations: ['listTasks'],
  store: (store) => ({
    async listTasks(board, query) {
      if (query.sort !== 'status') return store.listTasks(board, query)
      // The values are in descending order of the alphabet, so the other direction gives the order of the alphabet.
      return store.listTasks(board, { ...query, direction: query.direction === 'asc' ? 'desc' : 'asc' })
    },
  }),
}
