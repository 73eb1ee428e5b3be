import { type Challenge, onVariant } from '../../challenge.js'

export const reproduceServerError: Challenge = {
  name: 'reproduce-server-error',
  level: 'faults',
  title: 'On demand: a server error',
  task: 'Ask buggy to get a 500.',
  hints: [
    'buggy reads the header `Prefer`, so you can ask for a fault.',
    'Read a task with the preference `fault`, and the name of the fault.',
    'Send `Prefer: fault=server-error` to buggy. The status is 500.',
  ],
  teaches: { page: 'faults.md#server-error', section: 7 },
  solution: `curl "$BOARD/api/buggy/tasks/1" -H 'Prefer: fault=server-error'`,
  nearMiss: `curl "$BOARD/api/v1/tasks/1" -H 'Prefer: fault=server-error'`,
  steps: [onVariant('buggy', '*', 500, ({ hasChosenFaults, faults }) => hasChosenFaults && faults.has('server-error'))],
}
