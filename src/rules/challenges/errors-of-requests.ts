import { VARIANT_NAMES } from '../../contract/names.js'
import { ANY, challengesIn, on, type Solutions } from './challenge.js'
import { fieldsOf, hasErrorFor, hasMessage, isJson, taskIdIn, textOf } from './look.js'

/** The operations whose body is a task. */
const SENDS_TASK = ['POST /tasks', 'PUT /tasks/:id']

const TEXTS = `
unknown-task | A task that does not exist | errors.md, section 7
  Try to read a task that does not exist.
  - The id must be well-formed, but unknown.
  - Large numbers are rarely used.
  - Read '/api/v1/tasks/999'. The status is 404.
  $ curl $BOARD/api/v1/tasks/999
  ≠ curl $BOARD/api/v1/task/999
  ≠ curl $BOARD/api/v1/tasks/
invalid-id | An id that cannot exist | decisions.md#requests, section 4
  Try to read a task with an id that is not a valid number. Why is the status not 404?
  - An id is an integer from 1 on, in plain digits.
  - Everything else is invalid, and not only unknown.
  - Read '/api/v1/tasks/abc' or '/api/v1/tasks/0'. The status is 400.
  $ curl $BOARD/api/v1/tasks/0
  ≠ curl $BOARD/api/v1/tasks/999
unknown-path | A path that does not exist | errors.md, section 7
  Send a request to a path of a variant that no operation has.
  - A spelling error is enough.
  - Keep the start of the path, '/api/v1'.
  - Read '/api/v1/task'. The status is 404.
  $ curl $BOARD/api/v1/task
  ≠ curl $BOARD/api/v1/tasks/999
wrong-method | A method that is not allowed | decisions.md#errors, section 4
  Send a method that a path does not have, and find out which methods it has.
  - There is no PATCH in this API.
  - The status is 405.
  - Send PATCH to '/api/v1/tasks/1'. The header 'Allow' lists the methods of the path.
  $ curl -i -X PATCH $BOARD/api/v1/tasks/1
  ≠ curl -i -X OPTIONS $BOARD/api/v1/tasks/1
wrong-media-type | The wrong media type | decisions.md#requests, section 4
  Send a task with a 'Content-Type' that is not 'application/json'.
  - curl sends 'application/x-www-form-urlencoded' if you name no other type.
  - With curl, leave the header out of a command that creates a task. With another client, choose a type such as 'text/plain'.
  - The status is 415.
  $ curl $BOARD/api/v1/tasks -d '{"title": "Pack", "status": "TODO"}'
  ≠ curl $BOARD/api/v1/tasks -H "$JSON" -d 'title=Pack&status=TODO'
encoded-body | A compressed request | errors.md#messages, section 4
  Send a task with the header 'Content-Encoding: gzip'. Does the service accept it?
  - Responses can be compressed. Requests cannot.
  - The header alone is enough: the service does not read the body.
  - Keep 'Content-Type: application/json'. The status is 415.
  $ curl $BOARD/api/v1/tasks -H "$JSON" -H 'Content-Encoding: gzip' -d '{"title": "Pack", "status": "TODO"}'
  ≠ curl $BOARD/api/v1/tasks -H "$JSON" -H 'Accept-Encoding: gzip' -d '{"title": "Pack", "status": "TODO"}'
body-too-large | A body that is too large | decisions.md#requests, section 8
  Send a JSON body that is larger than the service accepts.
  - The limit is 1 MiB, so you need more than 1,048,576 bytes.
  - Let your tool make the body. The content does not matter.
  - In Bash, 'seq 200000 | curl … -d @-' sends enough. The status is 413.
  $ seq 200000 | curl $BOARD/api/v1/tasks -H "$JSON" -d @-
  ≠ seq 10000 | curl $BOARD/api/v1/tasks -H "$JSON" -d @-
malformed-json | Not valid JSON | errors.md#messages, section 7
  Send, as 'application/json', a body that is not valid JSON.
  - Forget something that JSON requires.
  - JSON has no single quotes, and no comma after the last member.
  - Send '{"title": "Pack",}'. The status is 400, and the message names the reason.
  $ curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack",}'
  ≠ curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": 5}'
`

const STEPS: Solutions = {
  'unknown-task': on('GET /tasks/:id', 404, taskIdIn),
  'invalid-id': on('GET /tasks/:id', 400, (exchange) => hasErrorFor(exchange, 'id')),
  // The route of an operation has a path. The router takes a slash at the end for an empty id.
  'unknown-path': on(ANY, 404, (exchange) => {
    const isOfVariant = VARIANT_NAMES.some((name) => name === exchange.variant)
    return isOfVariant && (!exchange.route.includes(' ') || hasMessage(exchange, 'Path not found'))
  }),
  'wrong-method': on(ANY, 405),
  'wrong-media-type': on(
    SENDS_TASK,
    415,
    (exchange) => Boolean(exchange.sentHeader('content-type')) && !isJson(exchange),
  ),
  'encoded-body': on(SENDS_TASK, 415, ({ sentHeader }) => /^gzip$/i.test(sentHeader('content-encoding') ?? '')),
  'body-too-large': on(ANY, 413, isJson),
  // JSON is UTF-8.
  'malformed-json': on(ANY, 400, ({ received }) => /not valid (JSON|UTF-8)$/.test(textOf(fieldsOf(received).message))),
}

export const ERRORS_OF_REQUESTS = challengesIn('errors', TEXTS, STEPS)
