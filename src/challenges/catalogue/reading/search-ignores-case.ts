import { type Challenge, on } from '../../challenge.js'
import { containsIgnoringCase, tasksIn, textOf } from '../../look.js'

export const searchIgnoresCase: Challenge = {
  name: 'search-ignores-case',
  level: 'reading',
  title: 'Search without regard to case',
  task: 'Search for a word in capital letters, and find a task that contains it in small letters only.',
  hints: [
    'The parameter is `search`.',
    'It finds titles, descriptions and labels.',
    'Take a word from a title, and write it in capitals.',
  ],
  teaches: { page: 'decisions.md#lists', section: 4 },
  solution: `curl "$BOARD/api/v1/tasks?search=CHECKOUT"`,
  nearMiss: `curl "$BOARD/api/v1/tasks?search=checkout"`,
  steps: [
    on('GET /tasks', 200, (exchange) => {
      const word = exchange.query.get('search') ?? ''
      return (
        word !== '' &&
        word !== word.toLowerCase() &&
        tasksIn(exchange).some(({ title }) => !textOf(title).includes(word) && containsIgnoringCase(title, word))
      )
    }),
  ],
}
