import { type Challenge, on, onVariant } from '../../challenge.js'
import { idIn, taskIdIn } from '../../look.js'

export const twoVariants: Challenge = {
  name: 'two-variants',
  level: 'reading',
  title: 'One board, three variants',
  task: 'Create a task through v1, and read it through buggy or v2.',
  hints: [
    'All variants of a board share the same tasks.',
    'Only the base path differs: `/api/v1`, `/api/v2`, `/api/buggy`.',
    'After the POST to v1, read `/api/buggy/tasks/{id}`.',
  ],
  teaches: { page: 'decisions.md#one-board-behind-three-variants', section: 1 },
  solution: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO"}'
curl $BOARD/api/buggy/tasks/21`,
  nearMiss: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO"}'
curl $BOARD/api/v1/tasks/21`,
  steps: [
    onVariant('v1', 'POST /tasks', 201, idIn),
    on('GET /tasks/:id', 200, (exchange) => exchange.variant !== 'v1' && taskIdIn(exchange)),
  ],
}
