import { type Challenge, on } from '../../challenge.js'

export const wrongMethod: Challenge = {
  name: 'wrong-method',
  level: 'errors',
  title: 'A method that is not allowed',
  task: 'Send a method that a path does not have, and find out which methods it has.',
  hints: [
    'There is no PATCH in this API.',
    'The status is 405.',
    'Send PATCH to `/api/v1/tasks/1`. The header `Allow` lists the methods of the path.',
  ],
  teaches: { page: 'decisions.md#errors', section: 4 },
  solution: 'curl -i -X PATCH $BOARD/api/v1/tasks/1',
  nearMiss: 'curl -i -X OPTIONS $BOARD/api/v1/tasks/1',
  steps: [on('*', 405)],
}
