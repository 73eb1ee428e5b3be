import { type Challenge, on } from '../../challenge.js'

export const wrongMediaType: Challenge = {
  name: 'wrong-media-type',
  level: 'errors',
  title: 'The wrong media type',
  task: 'Send a task with a `Content-Type` that is not JSON.',
  hints: [
    'curl sends `application/x-www-form-urlencoded` if you name no other type.',
    'Leave the header out of a command that creates a task.',
    'The status is 415.',
  ],
  teaches: { page: 'decisions.md#requests', section: 4 },
  solution: `curl $BOARD/api/v1/tasks -d '{"title": "Pack", "status": "TODO"}'`,
  nearMiss: `curl $BOARD/api/v1/tasks -H "$JSON" -d 'title=Pack&status=TODO'`,
  steps: [on('POST /tasks', 415, ({ sentHeader }) => sentHeader('content-encoding') === undefined)],
}
