import { type Challenge, on } from '../../challenge.js'
import { lengthOf } from '../../look.js'

export const description500: Challenge = {
  name: 'description-500',
  level: 'writing',
  title: 'The longest description',
  task: 'Create a task with a description of exactly 500 characters.',
  hints: [
    'The limit is in section 8 of the specification.',
    'Let your tool repeat a letter.',
    "In Bash, `printf 'a%.0s' $(seq 500)` prints 500 letters.",
  ],
  teaches: { page: 'decisions.md#requests', section: 8 },
  solution: `TEXT=$(printf 'a%.0s' $(seq 500))
curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Long", "status": "TODO", "description": "'$TEXT'"}'`,
  nearMiss: `TEXT=$(printf 'a%.0s' $(seq 100))
curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Long", "status": "TODO", "description": "'$TEXT'"}'`,
  steps: [on('POST /tasks', 201, ({ sent }) => lengthOf(sent.description) === 500)],
}
