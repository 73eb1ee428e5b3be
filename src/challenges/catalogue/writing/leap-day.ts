import { type Challenge, on } from '../../challenge.js'
import { textOf } from '../../look.js'

export const leapDay: Challenge = {
  name: 'leap-day',
  level: 'writing',
  title: 'The 29th of February',
  task: 'Create a task that is due on a 29th of February.',
  hints: ['Only leap years have this day.', '2028 is a leap year.', 'Use `"dueDate": "2028-02-29"`.'],
  teaches: { page: 'decisions.md#requests', section: 2 },
  solution: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Leap", "status": "TODO", "dueDate": "2028-02-29"}'`,
  nearMiss: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Leap", "status": "TODO", "dueDate": "2027-02-29"}'`,
  steps: [on('POST /tasks', 201, ({ sent }) => textOf(sent.dueDate).endsWith('-02-29'))],
}
