import type { Defect } from '../defect.js'

export const newTaskComesFirst: Defect = {
  name: 'new-task-comes-first',
  title: 'A new task goes to the start of its column.',
  rule: 'A new task goes to the end of its column (decision 18).',
  exposedBy: '`POST /tasks` twice with the same status; check the `sortOrder` of the second task.',
  area: 'ordering',
  severity: 'minor',
  difficulty: 'medium',
  editions: ['current'],
  operations: ['createTask'],
  store: (store) => ({
    async createTask(board, values, now) {
      const task = await store.createTask(board, values, now)
      return task.sortOrder === 0 ? task : store.moveTask(board, task.id, task.status, 0, now)
    },
  }),
}
