import { type Challenge, onVariant } from '../../challenge.js'

export const reproduceSearchCase: Challenge = {
  name: 'reproduce-search-case',
  level: 'faults',
  title: 'On demand: a search that has become strict',
  task: 'Ask buggy to make the search sensitive to case.',
  hints: [
    'buggy reads the header `Prefer`, so you can ask for a fault.',
    'Search the list with the preference `fault`, and the name of the fault.',
    'Send `Prefer: fault=search-case` to buggy. A word in capital letters finds nothing, although a task contains it in small letters.',
  ],
  teaches: { page: 'faults.md#search-case', section: 7 },
  solution: `curl "$BOARD/api/buggy/tasks?search=CHECKOUT" -H 'Prefer: fault=search-case'`,
  nearMiss: `curl "$BOARD/api/v1/tasks?search=CHECKOUT" -H 'Prefer: fault=search-case'`,
  steps: [onVariant('buggy', '*', 200, ({ hasChosenFaults, faults }) => hasChosenFaults && faults.has('search-case'))],
}
