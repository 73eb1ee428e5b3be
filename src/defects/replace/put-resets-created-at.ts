import type { Defect } from '../defect.js'

export const putResetsCreatedAt: Defect = {
  name: 'put-resets-created-at',
  title: 'PUT sets `createdAt` to the time of the request.',
  rule: 'PUT keeps `createdAt` (specification, section 2).',
  exposedBy: '`PUT /tasks/{id}` at least a second after the task was created; check `createdAt`.',
  area: 'replace',
  severity: 'major',
  difficulty: 'hard',
  operations: ['replaceTask'],
  store: (store) => ({
    async replaceTask(board, id, values, now) {
      const task = await store.replaceTask(board, id, values, now)
      await store.setCreatedAt(board, id, task.updatedAt)
      return { ...task, createdAt: task.updatedAt }
    },
  }),
}
