import { type Challenge, on } from '../../challenge.js'
import { lengthOf, listOf } from '../../look.js'

export const checklistText201: Challenge = {
  name: 'checklist-text-201',
  level: 'errors',
  title: 'A checklist item that is too long',
  task: 'Try to create a task with a checklist item of exactly 201 characters. How does `errors` name this field?',
  hints: [
    '200 characters are allowed.',
    '`errors` names the item by its place in the list, counted from 0.',
    "In Bash, `printf 'a%.0s' $(seq 201)` prints 201 letters. The key is `checklistItems[0].text`.",
  ],
  teaches: { page: 'decisions.md#errors', section: 8 },
  solution: `TEXT=$(printf 'a%.0s' $(seq 201))
curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO", "checklistItems": [{"text": "'$TEXT'"}]}'`,
  nearMiss: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO", "checklistItems": [{"text": ""}]}'`,
  steps: [on('POST /tasks', 400, ({ sent }) => listOf(sent.checklistItems).some(({ text }) => lengthOf(text) === 201))],
}
