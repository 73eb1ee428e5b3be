import { type Challenge, on } from '../../challenge.js'
import { containsIgnoringCase, hasOtherThanAscii, tasksIn, textOf } from '../../look.js'

export const searchUnicode: Challenge = {
  name: 'search-unicode',
  level: 'reading',
  title: 'Search beyond ASCII',
  task: 'Find a task with a search for a letter such as `É`, which the task contains as `é`.',
  hints: [
    'Create a task whose title has such a letter.',
    'In a URL, the letter must be percent-encoded.',
    'Let curl encode it: `-G --data-urlencode "search=CAFÉ"`.',
  ],
  teaches: { page: 'decisions.md#lists', section: 4 },
  solution: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "café", "status": "TODO"}'
curl -G $BOARD/api/v1/tasks --data-urlencode 'search=CAFÉ'`,
  nearMiss: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "cafe", "status": "TODO"}'
curl -G $BOARD/api/v1/tasks --data-urlencode 'search=CAFÉ'`,
  steps: [
    on('GET /tasks', 200, (exchange) => {
      const word = exchange.query.get('search') ?? ''
      return (
        hasOtherThanAscii(word) &&
        tasksIn(exchange).some(({ title }) => !textOf(title).includes(word) && containsIgnoringCase(title, word))
      )
    }),
  ],
}
