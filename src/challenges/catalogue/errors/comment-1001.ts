import { type Challenge, on } from '../../challenge.js'
import { lengthOf } from '../../look.js'

export const comment1001: Challenge = {
  name: 'comment-1001',
  level: 'errors',
  title: 'A comment that is too long',
  task: 'Try to write a comment of exactly 1,001 characters.',
  hints: [
    'A comment can have 1,000 characters.',
    'Let your tool repeat a letter.',
    "In Bash, `printf 'a%.0s' $(seq 1001)` prints 1,001 letters. The status is 400.",
  ],
  teaches: { page: 'decisions.md#requests', section: 2 },
  solution: `TEXT=$(printf 'a%.0s' $(seq 1001))
curl $BOARD/api/v1/tasks/1/comments -H "$JSON" -d '{"text": "'$TEXT'"}'`,
  nearMiss: `TEXT=$(printf 'a%.0s' $(seq 1000))
curl $BOARD/api/v1/tasks/1/comments -H "$JSON" -d '{"text": "'$TEXT'"}'`,
  steps: [on('POST /tasks/:id/comments', 400, ({ sent }) => lengthOf(sent.text) === 1001)],
}
