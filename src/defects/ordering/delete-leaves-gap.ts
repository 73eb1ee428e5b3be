import type { Defect } from '../defect.js'
import { noteAllDeleted, noteShift, shiftPositions } from '../shift-positions.js'
import { readTask } from '../tasks.js'

export const deleteLeavesGap: Defect = {
  name: 'delete-leaves-gap',
  title: 'Deleting a task leaves a gap in `sortOrder`.',
  rule: 'The positions in a column are 0 to n−1 without gaps (decision 18).',
  exposedBy: '`DELETE /tasks/{id}` of the first of two tasks in a column; check the `sortOrder` of the other one.',
  area: 'ordering',
  severity: 'major',
  difficulty: 'medium',
  editions: ['current'],
  operations: ['deleteTask', 'deleteAllTasks', 'createTask', 'getTask', 'listTasks', 'replaceTask', 'reorderTask'],
  store: (store, context) => ({
    async deleteTask(board, id) {
      const task = await readTask(store, board, id)
      await store.deleteTask(board, id)
      await noteShift(context, task)
    },
    async deleteAllTasks(board) {
      await store.deleteAllTasks(board)
      await noteAllDeleted(context)
    },
  }),
  beforeSend({ status, body }, context) {
    if (status < 300) shiftPositions(body, context, 1)
  },
}
