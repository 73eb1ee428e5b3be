import { type Challenge, on } from '../../challenge.js'

export const compressed: Challenge = {
  name: 'compressed',
  level: 'reading',
  title: 'A compressed response',
  task: 'Get a compressed list.',
  hints: [
    'A client says which encodings it accepts.',
    'The header is `Accept-Encoding`. Short responses are not compressed.',
    'Use `curl --compressed`.',
  ],
  teaches: { page: 'decisions.md#http', section: 4 },
  solution: 'curl --compressed $BOARD/api/v1/tasks',
  nearMiss: 'curl --compressed $BOARD/api/v1/tasks/summary',
  steps: [on('GET /tasks', 200, ({ header }) => header('content-encoding') !== undefined)],
}
