import { type Challenge, on } from '../../challenge.js'
import { lengthOf, listOf } from '../../look.js'

export const checklistText200: Challenge = {
  name: 'checklist-text-200',
  level: 'writing',
  title: 'The longest checklist item',
  task: 'Create a task with a checklist item of exactly 200 characters.',
  hints: [
    '`checklistItems` is a list of objects with `text`.',
    'The limit is 200 characters.',
    "In Bash, `printf 'a%.0s' $(seq 200)` prints 200 letters.",
  ],
  teaches: { page: 'decisions.md#requests', section: 8 },
  solution: `TEXT=$(printf 'a%.0s' $(seq 200))
curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO", "checklistItems": [{"text": "'$TEXT'"}]}'`,
  nearMiss: `TEXT=$(printf 'a%.0s' $(seq 199))
curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO", "checklistItems": [{"text": "'$TEXT'"}]}'`,
  steps: [on('POST /tasks', 201, ({ sent }) => listOf(sent.checklistItems).some(({ text }) => lengthOf(text) === 200))],
}
