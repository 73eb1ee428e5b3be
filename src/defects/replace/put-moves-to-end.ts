import type { Defect } from '../defect.js'
import { lengthOfColumn } from '../tasks.js'

export const putMovesToEnd: Defect = {
  name: 'put-moves-to-end',
  title: 'PUT moves the task to the end of its column, even if the status stays the same.',
  rule: 'A task that keeps its status keeps its place (decision 19).',
  exposedBy: '`PUT /tasks/{id}` of the first of two tasks in a column, with the same status; check `sortOrder`.',
  area: 'replace',
  severity: 'minor',
  difficulty: 'hard',
  editions: ['current'],
  operations: ['replaceTask'],
  store: (store) => ({
    async replaceTask(board, id, values, now) {
      const task = await store.replaceTask(board, id, values, now)
      const last = (await lengthOfColumn(store, board, task.status)) - 1
      return task.sortOrder === last ? task : store.moveTask(board, id, task.status, last, now)
    },
  }),
}
