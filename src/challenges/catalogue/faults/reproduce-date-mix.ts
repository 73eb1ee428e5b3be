import { type Challenge, onVariant } from '../../challenge.js'

export const reproduceDateMix: Challenge = {
  name: 'reproduce-date-mix',
  level: 'faults',
  title: 'On demand: a date that is a number',
  task: 'Ask buggy to get a mixture of date formats.',
  hints: [
    'buggy reads the header `Prefer`, so you can ask for a fault.',
    'Read a task with the preference `fault`, and the name of the fault.',
    'Send `Prefer: fault=date-mix` to buggy. `createdAt` or `updatedAt` is a number.',
  ],
  teaches: { page: 'faults.md#date-mix', section: 7 },
  solution: `curl "$BOARD/api/buggy/tasks/1" -H 'Prefer: fault=date-mix'`,
  nearMiss: `curl "$BOARD/api/v1/tasks/1" -H 'Prefer: fault=date-mix'`,
  steps: [onVariant('buggy', '*', 200, ({ hasChosenFaults, faults }) => hasChosenFaults && faults.has('date-mix'))],
}
