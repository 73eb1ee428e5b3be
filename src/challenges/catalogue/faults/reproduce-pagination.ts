import { type Challenge, onVariant } from '../../challenge.js'

export const reproducePagination: Challenge = {
  name: 'reproduce-pagination',
  level: 'faults',
  title: 'On demand: page numbers that cannot be right',
  task: 'Ask buggy to get wrong page numbers.',
  hints: [
    'buggy reads the header `Prefer`, so you can ask for a fault.',
    'Read the list with the preference `fault`, and the name of the fault.',
    'Send `Prefer: fault=pagination` to buggy. `totalPages` or `currentPage` is off by one.',
  ],
  teaches: { page: 'faults.md#pagination', section: 7 },
  solution: `curl "$BOARD/api/buggy/tasks" -H 'Prefer: fault=pagination'`,
  nearMiss: `curl "$BOARD/api/v1/tasks" -H 'Prefer: fault=pagination'`,
  steps: [onVariant('buggy', '*', 200, ({ hasChosenFaults, faults }) => hasChosenFaults && faults.has('pagination'))],
}
