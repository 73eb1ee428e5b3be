import { LABELS_MAX } from '../../contract/limits.js'
import type { Defect } from '../defect.js'
import { readTask } from '../tasks.js'

export const putMergesLabels: Defect = {
  name: 'put-merges-labels',
  title: 'PUT adds the labels to those of the task.',
  rule: 'PUT replaces the task completely (specification, section 4).',
  exposedBy: '`PUT /tasks/{id}` with other labels than those of the task.',
  area: 'replace',
  severity: 'major',
  difficulty: 'medium',
  operations: ['replaceTask'],
  store: (store) => ({
    async replaceTask(board, id, values, now) {
      const { labels } = await readTask(store, board, id)
      const merged = [...labels, ...(values.labels ?? []).filter((label) => !labels.includes(label))]
      return store.replaceTask(board, id, { ...values, labels: merged.slice(0, LABELS_MAX) }, now)
    },
  }),
}
