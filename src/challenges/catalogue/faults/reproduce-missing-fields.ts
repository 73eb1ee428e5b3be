import { type Challenge, onVariant } from '../../challenge.js'

export const reproduceMissingFields: Challenge = {
  name: 'reproduce-missing-fields',
  level: 'faults',
  title: 'On demand: a field that is missing',
  task: 'Ask buggy to get a task without one of its fields.',
  hints: [
    'buggy reads the header `Prefer`, so you can ask for a fault.',
    'Read a task with the preference `fault`, and the name of the fault.',
    'Send `Prefer: fault=missing-fields` to buggy. `description` or `priority` is missing.',
  ],
  teaches: { page: 'faults.md#missing-fields', section: 7 },
  solution: `curl "$BOARD/api/buggy/tasks/1" -H 'Prefer: fault=missing-fields'`,
  nearMiss: `curl "$BOARD/api/v1/tasks/1" -H 'Prefer: fault=missing-fields'`,
  steps: [
    onVariant('buggy', '*', 200, ({ hasChosenFaults, faults }) => hasChosenFaults && faults.has('missing-fields')),
  ],
}
