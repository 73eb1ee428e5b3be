import { type Challenge, on } from '../../challenge.js'
import { hasErrorFor, lengthOf } from '../../look.js'

export const title101: Challenge = {
  name: 'title-101',
  level: 'errors',
  title: 'One character too many',
  task: 'Try to create a task with a title of exactly 101 characters.',
  hints: [
    'A boundary has two sides: 100 is allowed, 101 is not.',
    'Let your tool repeat a letter.',
    "In Bash, `printf 'a%.0s' $(seq 101)` prints 101 letters. The status is 400.",
  ],
  teaches: { page: 'decisions.md#requests', section: 8 },
  solution: `TITLE=$(printf 'a%.0s' $(seq 101))
curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "'$TITLE'", "status": "TODO"}'`,
  nearMiss: `TITLE=$(printf 'a%.0s' $(seq 102))
curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "'$TITLE'", "status": "TODO"}'`,
  steps: [
    on('POST /tasks', 400, (exchange) => lengthOf(exchange.sent.title) === 101 && hasErrorFor(exchange, 'title')),
  ],
}
