import type { Defect } from '../defect.js'

export const putMovesToEnd: Defect = {
  name: 'put-moves-to-end',
  title: 'PUT moves the task to the end of its column, even if the status stays the same.',
  rule: 'A task that keeps its status keeps its place (decision 19).',
  area: 'replace',
  severity: 'minor',
  difficulty: 'hard',
  editions: ['current'],
  operations: ['replaceTask'],
  store: (store) => ({
    async replaceTask(board, id, values, now) {
      const { status } = await store.replaceTask(board, id, values, now)
      return store.moveTask(board, id, status, Number.MAX_SAFE_INTEGER, now)
    },
  }),
}
