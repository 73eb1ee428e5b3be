import { type Challenge, on } from '../../challenge.js'

export const encodedBody: Challenge = {
  name: 'encoded-body',
  level: 'errors',
  title: 'A compressed request',
  task: 'Send a task with the header `Content-Encoding: gzip`. Does the service accept it?',
  hints: [
    'Responses can be compressed. Requests cannot.',
    'The header alone is enough: the service does not read the body.',
    'Keep `Content-Type: application/json`. The status is 415.',
  ],
  teaches: { page: 'errors.md#messages', section: 4 },
  solution: `curl $BOARD/api/v1/tasks -H "$JSON" -H 'Content-Encoding: gzip' -d '{"title": "Pack", "status": "TODO"}'`,
  nearMiss: `curl $BOARD/api/v1/tasks -H "$JSON" -H 'Accept-Encoding: gzip' -d '{"title": "Pack", "status": "TODO"}'`,
  steps: [on('POST /tasks', 415, ({ sentHeader }) => sentHeader('content-encoding') !== undefined)],
}
