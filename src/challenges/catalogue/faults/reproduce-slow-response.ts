import { type Challenge, onVariant } from '../../challenge.js'

export const reproduceSlowResponse: Challenge = {
  name: 'reproduce-slow-response',
  level: 'faults',
  title: 'On demand: a slow response',
  task: 'Ask buggy to wait for a slow response.',
  hints: [
    'buggy reads the header `Prefer`, so you can ask for a fault.',
    'Read a task with the preference `fault`, and the name of the fault.',
    'Send `Prefer: fault=slow-response` to buggy. The response takes at least two seconds.',
  ],
  teaches: { page: 'faults.md#slow-response', section: 7 },
  solution: `curl "$BOARD/api/buggy/tasks/1" -H 'Prefer: fault=slow-response'`,
  nearMiss: `curl "$BOARD/api/v1/tasks/1" -H 'Prefer: fault=slow-response'`,
  steps: [
    onVariant('buggy', '*', 200, ({ hasChosenFaults, faults }) => hasChosenFaults && faults.has('slow-response')),
  ],
}
