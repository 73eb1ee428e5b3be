import { type Challenge, on } from '../../challenge.js'
import { fieldsOf, tasksIn } from '../../look.js'
import type { Observed } from '../../observed.js'

/** The parameters that leave tasks out. */
const FILTERS = ['status', 'priority', 'search']

/** Whether the request asks for all tasks: for those of a first page, which has all if its size was chosen. */
function asksForAll(exchange: Observed): boolean {
  const { query, received } = exchange
  if (FILTERS.some((name) => query.has(name)) || Number(query.get('page')) > 0) return false
  return !query.has('size') || tasksIn(exchange).length === fieldsOf(received).totalElements
}

export const firstList: Challenge = {
  name: 'first-list',
  level: 'first-steps',
  title: 'Read the list of tasks',
  task: 'Read the list of all tasks of your board.',
  hints: [
    'The operation is `GET /tasks`.',
    'The address is the base URL of your board, followed by `/api/v1/tasks`.',
    'With curl, the address alone is enough. Filters and small pages leave tasks out.',
  ],
  teaches: { page: 'getting-started.md#lists', section: 4 },
  solution: 'curl $BOARD/api/v1/tasks',
  nearMiss: 'curl "$BOARD/api/v1/tasks?size=3"',
  steps: [on('GET /tasks', 200, asksForAll)],
}
