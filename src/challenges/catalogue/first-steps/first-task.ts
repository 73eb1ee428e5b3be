import { type Challenge, on } from '../../challenge.js'

export const firstTask: Challenge = {
  name: 'first-task',
  level: 'first-steps',
  title: 'Create a task',
  task: 'Create a task with a title and a status.',
  hints: [
    'The operation is `POST /tasks`.',
    'The body is a JSON object with `title` and `status`. Send it with `Content-Type: application/json`.',
    'The status can be `TODO`. The response has the status 201.',
  ],
  teaches: { page: 'getting-started.md#tasks', section: 4 },
  solution: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO"}'`,
  nearMiss: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack"}'`,
  steps: [on('POST /tasks', 201)],
}
