import { type Challenge, on } from '../../challenge.js'
import { hasErrorFor, textOf } from '../../look.js'

export const impossibleDay: Challenge = {
  name: 'impossible-day',
  level: 'errors',
  title: 'A day that no calendar has',
  task: 'Try to create a task that is due on a day that does not exist.',
  hints: [
    'The format can be right, and the day still wrong.',
    'February has no 30th day.',
    'Send `"dueDate": "2026-02-30"`. The status is 400.',
  ],
  teaches: { page: 'decisions.md#requests', section: 2 },
  solution: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO", "dueDate": "2026-02-30"}'`,
  nearMiss: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO", "dueDate": "tomorrow"}'
curl $BOARD/api/v1/tasks -H "$JSON" -d '{"status": "TODO", "dueDate": "2026-02-28"}'`,
  steps: [
    on(
      'POST /tasks',
      400,
      (exchange) =>
        hasErrorFor(exchange, 'dueDate') &&
        /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(textOf(exchange.sent.dueDate)),
    ),
  ],
}
