import { type Challenge, on } from '../../challenge.js'
import { tasksIn } from '../../look.js'

export const dueDatesLast: Challenge = {
  name: 'due-dates-last',
  level: 'reading',
  title: 'Where are the tasks without a due date?',
  task: 'Sort a list by due date so that it shows both kinds: tasks with a due date, and then tasks without.',
  hints: [
    'Your board needs a task with `dueDate` and one without.',
    'Sort by `dueDate`.',
    'Make the page large enough to show both.',
  ],
  teaches: { page: 'decisions.md#lists', section: 4 },
  solution: `curl "$BOARD/api/v1/tasks?sort=dueDate"`,
  nearMiss: `curl "$BOARD/api/v1/tasks?sort=dueDate&size=5"`,
  steps: [
    on('GET /tasks', 200, (exchange) => {
      if (exchange.query.get('sort') !== 'dueDate') return false
      const tasks = tasksIn(exchange)
      return typeof tasks[0]?.dueDate === 'string' && tasks.at(-1)?.dueDate === null
    }),
  ],
}
