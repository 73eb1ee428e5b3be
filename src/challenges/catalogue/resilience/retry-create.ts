import { type Challenge, onVariant } from '../../challenge.js'
import { targetOf } from '../../look.js'

export const retryCreate: Challenge = {
  name: 'retry-create',
  level: 'resilience',
  title: 'Create exactly one task',
  task: 'Create a task through buggy. If the response is 500, repeat the same request until it succeeds.',
  hints: [
    'A POST is not idempotent, so a repetition can create two tasks. Here, a 500 has created none.',
    'Repeat the POST, and do not look for the task of the first attempt.',
    'The status of the success is 201. With another fault, it can be 200.',
  ],
  teaches: { page: 'faults.md#server-error', section: 7 },
  solution: `until curl -sf $BOARD/api/buggy/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO"}'; do :; done`,
  nearMiss: `curl -s $BOARD/api/buggy/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO"}'
curl -s $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO"}'`,
  steps: [
    onVariant('buggy', 'POST /tasks', 500, (exchange) => !exchange.hasChosenFaults && targetOf(exchange)),
    onVariant('buggy', 'POST /tasks', [200, 201], (exchange) => !exchange.hasChosenFaults && targetOf(exchange)),
  ],
  revealsFaults: true,
}
