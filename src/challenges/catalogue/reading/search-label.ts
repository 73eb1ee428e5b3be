import { type Challenge, on } from '../../challenge.js'
import { containsIgnoringCase, tasksIn } from '../../look.js'

export const searchLabel: Challenge = {
  name: 'search-label',
  level: 'reading',
  title: 'Search in labels',
  task: 'Search for a label, and find a task whose title and description do not contain it.',
  hints: [
    '`search` also finds labels.',
    'Look at the labels of your tasks first.',
    'On the demonstration board, search for `legal`.',
  ],
  teaches: { page: 'decisions.md#lists', section: 4 },
  solution: `curl "$BOARD/api/v1/tasks?search=legal"`,
  nearMiss: `curl "$BOARD/api/v1/tasks?search=monitoring"`,
  steps: [
    on('GET /tasks', 200, (exchange) => {
      const word = exchange.query.get('search') ?? ''
      return (
        word !== '' &&
        tasksIn(exchange).some(
          ({ title, description, labels }) =>
            Array.isArray(labels) &&
            labels.some((label) => containsIgnoringCase(label, word)) &&
            !containsIgnoringCase(title, word) &&
            !containsIgnoringCase(description, word),
        )
      )
    }),
  ],
}
