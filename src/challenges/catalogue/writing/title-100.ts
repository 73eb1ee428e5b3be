import { type Challenge, on } from '../../challenge.js'
import { lengthOf } from '../../look.js'

export const title100: Challenge = {
  name: 'title-100',
  level: 'writing',
  title: 'The longest title',
  task: 'Create a task with a title of exactly 100 characters.',
  hints: [
    'The limit itself is allowed.',
    'Do not count by hand: let your tool repeat a letter.',
    "In Bash, `printf 'a%.0s' $(seq 100)` prints 100 letters.",
  ],
  teaches: { page: 'decisions.md#requests', section: 8 },
  solution: `TITLE=$(printf 'a%.0s' $(seq 100))
curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "'$TITLE'", "status": "TODO"}'`,
  nearMiss: `TITLE=$(printf 'a%.0s' $(seq 99))
curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "'$TITLE'", "status": "TODO"}'`,
  steps: [on('POST /tasks', 201, ({ sent }) => lengthOf(sent.title) === 100)],
}
