import { type Challenge, onVariant } from '../../challenge.js'

export const twoFaults: Challenge = {
  name: 'two-faults',
  level: 'faults',
  title: 'Two faults at once',
  task: 'Ask buggy for one response with two faults.',
  hints: [
    '`Prefer` accepts several faults in quotes.',
    'Choose two faults that can act on the same response.',
    'Read a task with `Prefer: fault="date-mix missing-fields"`.',
  ],
  teaches: { page: 'faults.md#requesting-a-fault', section: 7 },
  solution: `curl $BOARD/api/buggy/tasks/1 -H 'Prefer: fault="date-mix missing-fields"'`,
  nearMiss: `curl $BOARD/api/buggy/tasks/1 -H 'Prefer: fault="date-mix pagination"'`,
  steps: [onVariant('buggy', '*', [200, 201], ({ hasChosenFaults, faults }) => hasChosenFaults && faults.size > 1)],
}
