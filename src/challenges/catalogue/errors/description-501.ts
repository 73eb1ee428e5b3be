import { type Challenge, on } from '../../challenge.js'
import { lengthOf } from '../../look.js'

export const description501: Challenge = {
  name: 'description-501',
  level: 'errors',
  title: 'A description that is too long',
  task: 'Try to create a task with a description of exactly 501 characters.',
  hints: [
    '500 characters are allowed.',
    'Let your tool repeat a letter.',
    "In Bash, `printf 'a%.0s' $(seq 501)` prints 501 letters. The status is 400.",
  ],
  teaches: { page: 'decisions.md#requests', section: 8 },
  solution: `TEXT=$(printf 'a%.0s' $(seq 501))
curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Long", "status": "TODO", "description": "'$TEXT'"}'`,
  nearMiss: `TEXT=$(printf 'a%.0s' $(seq 500))
curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Long", "status": "TODO", "description": "'$TEXT'"}'`,
  steps: [on('POST /tasks', 400, ({ sent }) => lengthOf(sent.description) === 501)],
}
