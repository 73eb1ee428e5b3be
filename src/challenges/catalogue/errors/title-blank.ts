import { type Challenge, on } from '../../challenge.js'
import { lengthOf, textOf } from '../../look.js'

export const titleBlank: Challenge = {
  name: 'title-blank',
  level: 'errors',
  title: 'A title of spaces',
  task: 'Try to create a task with a title that has only spaces.',
  hints: [
    'Three spaces are three characters. Is that enough?',
    'A title needs at least one character that is not white space.',
    'Send `"title": "   "`. The status is 400.',
  ],
  teaches: { page: 'decisions.md#requests', section: 8 },
  solution: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "   ", "status": "TODO"}'`,
  nearMiss: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "", "status": "TODO"}'`,
  steps: [on('POST /tasks', 400, ({ sent }) => lengthOf(sent.title) > 0 && textOf(sent.title).trim() === '')],
}
