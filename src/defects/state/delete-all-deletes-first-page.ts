import { PAGE_SIZE_DEFAULT } from '../../contract/limits.js'
import type { Defect } from '../defect.js'
import { readTasks } from '../tasks.js'

export const deleteAllDeletesFirstPage: Defect = {
  name: 'delete-all-deletes-first-page',
  title: '`DELETE /tasks` deletes only the first 20 tasks.',
  rule: '`DELETE /tasks` deletes all tasks (specification, section 1).',
  exposedBy: '`DELETE /tasks` on a board with 21 tasks, then `GET /tasks`.',
  area: 'state',
  severity: 'major',
  difficulty: 'hard',
  operations: ['deleteAllTasks'],
  store: (store) => ({
    async deleteAllTasks(board) {
      const tasks = await readTasks(store, board)
      if (tasks.length <= PAGE_SIZE_DEFAULT) return store.deleteAllTasks(board)
      for (const { id } of tasks.slice(0, PAGE_SIZE_DEFAULT)) await store.deleteTask(board, id)
    },
  }),
}
