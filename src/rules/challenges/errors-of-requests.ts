import { VARIANT_NAMES } from '../../contract/names.js'
import { ANY, challengesIn, on } from './challenge.js'
import { fieldsOf, hasErrorFor, hasMessage, isJson, taskIdIn, textOf } from './look.js'

/** The operations whose body is a task. */
const SENDS_TASK = ['POST /tasks', 'PUT /tasks/:id']

export const ERRORS_OF_REQUESTS = challengesIn('errors', {
  'unknown-task': {
    title: 'A task that does not exist',
    task: 'Try to read a task that does not exist.',
    hints: [
      'The id must be well-formed, but unknown.',
      'Large numbers are rarely used.',
      'Read `/api/v1/tasks/999`. The status is 404.',
    ],
    teaches: { page: 'errors.md', section: 7 },
    solution: 'curl $BOARD/api/v1/tasks/999',
    nearMiss: `curl $BOARD/api/v1/task/999
curl $BOARD/api/v1/tasks/`,
    steps: on('GET /tasks/:id', 404, taskIdIn),
  },
  'invalid-id': {
    title: 'An id that cannot exist',
    task: 'Try to read a task with an id that is not a valid number. Why is the status not 404?',
    hints: [
      'An id is an integer from 1 on, in plain digits.',
      'Everything else is invalid, and not only unknown.',
      'Read `/api/v1/tasks/abc` or `/api/v1/tasks/0`. The status is 400.',
    ],
    teaches: { page: 'decisions.md#requests', section: 4 },
    solution: 'curl $BOARD/api/v1/tasks/0',
    nearMiss: 'curl $BOARD/api/v1/tasks/999',
    steps: on('GET /tasks/:id', 400, (exchange) => hasErrorFor(exchange, 'id')),
  },
  'unknown-path': {
    title: 'A path that does not exist',
    task: 'Send a request to a path of a variant that no operation has.',
    hints: [
      'A spelling error is enough.',
      'Keep the start of the path, `/api/v1`.',
      'Read `/api/v1/task`. The status is 404.',
    ],
    teaches: { page: 'errors.md', section: 7 },
    solution: 'curl $BOARD/api/v1/task',
    nearMiss: 'curl $BOARD/api/v1/tasks/999',
    // The route of an operation has a path. The router takes a slash at the end for an empty id.
    steps: on(ANY, 404, (exchange) => {
      const isOfVariant = VARIANT_NAMES.some((name) => name === exchange.variant)
      return isOfVariant && (!exchange.route.includes(' ') || hasMessage(exchange, 'Path not found'))
    }),
  },
  'wrong-method': {
    title: 'A method that is not allowed',
    task: 'Send a method that a path does not have, and find out which methods it has.',
    hints: [
      'There is no PATCH in this API.',
      'The status is 405.',
      'Send PATCH to `/api/v1/tasks/1`. The header `Allow` lists the methods of the path.',
    ],
    teaches: { page: 'decisions.md#errors', section: 4 },
    solution: 'curl -i -X PATCH $BOARD/api/v1/tasks/1',
    nearMiss: 'curl -i -X OPTIONS $BOARD/api/v1/tasks/1',
    steps: on(ANY, 405),
  },
  'wrong-media-type': {
    title: 'The wrong media type',
    task: 'Send a task with a `Content-Type` that is not `application/json`.',
    hints: [
      'curl sends `application/x-www-form-urlencoded` if you name no other type.',
      'With curl, leave the header out of a command that creates a task. With another client, choose a type such as `text/plain`.',
      'The status is 415.',
    ],
    teaches: { page: 'decisions.md#requests', section: 4 },
    solution: `curl $BOARD/api/v1/tasks -d '{"title": "Pack", "status": "TODO"}'`,
    nearMiss: `curl $BOARD/api/v1/tasks -H "$JSON" -d 'title=Pack&status=TODO'`,
    steps: on(SENDS_TASK, 415, (exchange) => Boolean(exchange.sentHeader('content-type')) && !isJson(exchange)),
  },
  'encoded-body': {
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
    steps: on(SENDS_TASK, 415, ({ sentHeader }) => /^gzip$/i.test(sentHeader('content-encoding') ?? '')),
  },
  'body-too-large': {
    title: 'A body that is too large',
    task: 'Send a JSON body that is larger than the service accepts.',
    hints: [
      'The limit is 1 MiB, so you need more than 1,048,576 bytes.',
      'Let your tool make the body. The content does not matter.',
      'In Bash, `seq 200000 | curl … -d @-` sends enough. The status is 413.',
    ],
    teaches: { page: 'decisions.md#requests', section: 8 },
    solution: `seq 200000 | curl $BOARD/api/v1/tasks -H "$JSON" -d @-`,
    nearMiss: `seq 10000 | curl $BOARD/api/v1/tasks -H "$JSON" -d @-`,
    steps: on(ANY, 413, isJson),
  },
  'malformed-json': {
    title: 'Not valid JSON',
    task: 'Send, as `application/json`, a body that is not valid JSON.',
    hints: [
      'Forget something that JSON requires.',
      'JSON has no single quotes, and no comma after the last member.',
      'Send `{"title": "Pack",}`. The status is 400, and the message names the reason.',
    ],
    teaches: { page: 'errors.md#messages', section: 7 },
    solution: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack",}'`,
    nearMiss: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": 5}'`,
    // JSON is UTF-8.
    steps: on(ANY, 400, ({ received }) => /not valid (JSON|UTF-8)$/.test(textOf(fieldsOf(received).message))),
  },
})
