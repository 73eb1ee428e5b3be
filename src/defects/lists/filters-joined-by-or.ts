import type { Defect } from '../defect.js'
import { readTasks, toPageOf } from '../tasks.js'

export const filtersJoinedByOr: Defect = {
  name: 'filters-joined-by-or',
  title: 'A list with several filters contains the tasks that match any of them.',
  rule: 'A list contains the tasks that match all filters (specification, section 4).',
  exposedBy: '`GET /tasks?status=DONE&priority=HIGH` on a board with tasks that match only one of the filters.',
  area: 'lists',
  severity: 'major',
  difficulty: 'medium',
  operations: ['listTasks'],
  store: (store) => ({
    async listTasks(board, query) {
      const { status, priority, search, ...rest } = query
      const filters = [status && { status }, priority && { priority }, search && { search }].filter(Boolean)
      if (filters.length < 2) return store.listTasks(board, query)
      const ids = new Set<number>()
      for (const filter of filters) {
        for (const { id } of await readTasks(store, board, { ...filter })) ids.add(id)
      }
      const all = await readTasks(store, board, rest)
      return toPageOf(
        all.filter(({ id }) => ids.has(id)),
        query,
      )
    },
  }),
}
