import { type Challenge, on } from '../../challenge.js'
import { fieldsOf } from '../../look.js'

export const threeErrors: Challenge = {
  name: 'three-errors',
  level: 'errors',
  title: 'Three errors at once',
  task: 'Send one request for which the response names at least three invalid fields.',
  hints: [
    'The service checks all fields, and does not stop at the first error.',
    'Make `title`, `status` and `priority` invalid in one request.',
    '`errors` then has three members.',
  ],
  teaches: { page: 'errors.md', section: 2 },
  solution: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "", "status": "x", "priority": "x"}'`,
  nearMiss: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "", "status": "x"}'`,
  steps: [on('*', 400, ({ received }) => Object.keys(fieldsOf(fieldsOf(received).errors)).length >= 3)],
}
