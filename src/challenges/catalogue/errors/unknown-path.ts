import { type Challenge, on } from '../../challenge.js'

export const unknownPath: Challenge = {
  name: 'unknown-path',
  level: 'errors',
  title: 'A path that does not exist',
  task: 'Send a request to a path of a variant that no operation has.',
  hints: [
    'A spelling error is enough.',
    'Keep the start of the path, `/api/v1`.',
    'Read `/api/v1/task`. The status is 404.',
  ],
  teaches: { page: 'errors.md', section: 7 },
  solution: 'curl $BOARD/api/v1/task',
  nearMiss: 'curl $BOARD/api/v1/tasks/999',
  steps: [on(['GET', 'POST', 'PUT', 'DELETE'], 404)],
}
