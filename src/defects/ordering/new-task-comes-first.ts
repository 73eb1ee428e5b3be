import type { Defect } from '../defect.js'

export const newTaskComesFirst: Defect = {
  name: 'new-task-comes-first',
  title: 'A new task goes to the start of its column.',
  rule: 'A new task goes to the end of its column (decision 18).',
  area: 'ordering',
  severity: 'minor',
  difficulty: 'medium',
  editions: ['current'],
  operations: ['createTask'],
  store: (store) => ({
    async createTask(board, values, now) {
      const { id, status } = await store.createTask(board, values, now)
      return store.moveTask(board, id, status, 0, now)
    },
  }),
}
