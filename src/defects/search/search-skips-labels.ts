import { foldCase } from '../../store/case-folding.js'
import type { Defect } from '../defect.js'
import { readTasks, toPageOf } from '../tasks.js'

export const searchSkipsLabels: Defect = {
  name: 'search-skips-labels',
  title: 'The search does not find texts in labels.',
  rule: 'The search matches title, description and labels (specification, section 4).',
  exposedBy: '`GET /tasks?search=home` on a board where only a label contains the text.',
  area: 'search',
  severity: 'major',
  difficulty: 'easy',
  operations: ['listTasks'],
  store: (store) => ({
    async listTasks(board, query) {
      if (!query.search) return store.listTasks(board, query)
      const needle = foldCase(query.search)
      const tasks = await readTasks(store, board, query)
      return toPageOf(
        tasks.filter(({ title, description }) =>
          [title, description ?? ''].some((text) => foldCase(text).includes(needle)),
        ),
        query,
      )
    },
  }),
}
