import { type Challenge, onVariant } from '../../challenge.js'

export const reproduceWrongStatus: Challenge = {
  name: 'reproduce-wrong-status',
  level: 'faults',
  title: 'On demand: a creation with the wrong status',
  task: 'Ask buggy to get the wrong status for a creation.',
  hints: [
    'buggy reads the header `Prefer`, so you can ask for a fault.',
    'Create a task with the preference `fault`, and the name of the fault.',
    'Send `Prefer: fault=wrong-status` to buggy. The status is 200 instead of 201.',
  ],
  teaches: { page: 'faults.md#wrong-status', section: 7 },
  solution: `curl "$BOARD/api/buggy/tasks" -H "$JSON" -d '{"title": "Pack", "status": "TODO"}' -H 'Prefer: fault=wrong-status'`,
  nearMiss: `curl "$BOARD/api/v1/tasks" -H "$JSON" -d '{"title": "Pack", "status": "TODO"}' -H 'Prefer: fault=wrong-status'`,
  steps: [onVariant('buggy', '*', 200, ({ hasChosenFaults, faults }) => hasChosenFaults && faults.has('wrong-status'))],
}
