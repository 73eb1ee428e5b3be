import type { Defect } from '../defect.js'

export const deletedIdComesBack: Defect = {
  name: 'deleted-id-comes-back',
  title: 'If the newest tasks are deleted, the next task gets the id of one of them.',
  rule: 'Ids are never reused, not even after `DELETE /tasks` (decision 21).',
  exposedBy: '`DELETE /tasks/{id}` of the newest task, then `POST /tasks`; compare the ids.',
  area: 'state',
  severity: 'major',
  difficulty: 'medium',
  operations: ['createTask'],
  store: (store) => ({
    async createTask(board, values, now) {
      await store.reuseTaskIds(board)
      return store.createTask(board, values, now)
    },
  }),
}
