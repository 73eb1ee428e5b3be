import { type Challenge, on } from '../../challenge.js'
import { fieldsOf } from '../../look.js'

export const lastPage: Challenge = {
  name: 'last-page',
  level: 'reading',
  title: 'Find the last page',
  task: 'Read the last page of a list that has at least two pages.',
  hints: [
    '`totalPages` says how many pages there are.',
    'Pages are counted from 0, so the last page is not `totalPages`.',
    'Read the page `totalPages` − 1.',
  ],
  teaches: { page: 'decisions.md#lists', section: 2 },
  solution: `curl "$BOARD/api/v1/tasks?size=15&page=1"`,
  nearMiss: `curl "$BOARD/api/v1/tasks?size=15&page=2"`,
  steps: [
    on('GET /tasks', 200, (exchange) => {
      if (!exchange.query.has('page')) return false
      // A fault can change the numbers of the page, but not the number of tasks.
      const pages = Math.ceil(
        Number(fieldsOf(exchange.received).totalElements) / Number(exchange.query.get('size') ?? 20),
      )
      return pages > 1 && Number(exchange.query.get('page')) === pages - 1
    }),
  ],
}
