import { type Challenge, onVariant } from '../../challenge.js'

export const deleteAll: Challenge = {
  name: 'delete-all',
  level: 'writing',
  title: 'An empty board',
  task: 'Delete all tasks with one request through v1.',
  hints: [
    'The path has no id.',
    'The operation is `DELETE /tasks`.',
    'Use v1: in v2, only an administrator may do this.',
  ],
  teaches: { page: 'variants.md', section: 4 },
  solution: 'curl -X DELETE $BOARD/api/v1/tasks',
  nearMiss: 'curl -X DELETE $BOARD/api/v1/tasks/1',
  steps: [onVariant('v1', 'DELETE /tasks', 204)],
}
