import { type Challenge, on } from '../../challenge.js'
import { hasErrorFor } from '../../look.js'

export const parameterTwice: Challenge = {
  name: 'parameter-twice',
  level: 'errors',
  title: 'The same parameter twice',
  task: 'Send a known query parameter twice in one request.',
  hints: [
    'Which of the two values should count? The service refuses to guess.',
    'Repeat the parameter with `&`.',
    'Use `status=TODO&status=DONE`. The status is 400.',
  ],
  teaches: { page: 'decisions.md#requests', section: 4 },
  solution: 'curl "$BOARD/api/v1/tasks?status=TODO&status=DONE"',
  nearMiss: `curl "$BOARD/api/v1/tasks?status=TODO,DONE"
curl "$BOARD/api/v1/tasks?other=1&other=2&size=0"`,
  steps: [
    on('GET /tasks', 400, (exchange) => {
      const names = [...exchange.query.keys()]
      return names.some((name, index) => names.indexOf(name) < index && hasErrorFor(exchange, name))
    }),
  ],
}
