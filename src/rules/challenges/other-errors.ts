import { ANY, CREATED, challengesIn, on, type Solutions } from './challenge.js'
import { hasErrorFor, hasMessage, idIn, lastIdIn, lengthOf, taskIdIn } from './look.js'

const TEXTS = `
size-101 | A page that is too large | decisions.md#requests, section 8
  Try to read a page with a size of exactly 101.
  - 100 is the maximum.
  - The parameter is 'size'.
  - Use 'size=101'. The status is 400.
  $ curl "$BOARD/api/v1/tasks?size=101"
  ≠ curl "$BOARD/api/v1/tasks?size=100"
size-0 | A page without tasks | decisions.md#requests, section 8
  Try to read a page with a size of 0.
  - The boundary at the lower end is 1.
  - The parameter is 'size'.
  - Use 'size=0'. The status is 400.
  $ curl "$BOARD/api/v1/tasks?size=0"
  ≠ curl "$BOARD/api/v1/tasks?size=1"
negative-page | A page before the first | decisions.md#requests, section 8
  Try to read a page before the first one.
  - Pages are counted from 0.
  - Negative numbers are not allowed.
  - Use 'page=-1'. The status is 400.
  $ curl "$BOARD/api/v1/tasks?page=-1"
  ≠ curl "$BOARD/api/v1/tasks?page=0"
unknown-sort | Sorting by something unknown | decisions.md#requests, section 4
  Try to sort the list by a field that cannot sort it.
  - The OpenAPI document lists the fields that can sort it.
  - Labels cannot sort the list.
  - Use 'sort=labels'. The status is 400.
  $ curl "$BOARD/api/v1/tasks?sort=labels"
  ≠ curl "$BOARD/api/v1/tasks?direction=up"
parameter-twice | The same parameter twice | decisions.md#requests, section 4
  Send a known query parameter twice in one request.
  - Which of the two values should count? The service refuses to guess.
  - Repeat the parameter with '&'.
  - Use 'status=TODO&status=DONE'. The status is 400.
  $ curl "$BOARD/api/v1/tasks?status=TODO&status=DONE"
  ≠ curl "$BOARD/api/v1/tasks?status=TODO,DONE"
  ≠ curl "$BOARD/api/v1/tasks?other=1&other=2&size=0"
deleted-task | Gone | decisions.md#tasks, section 3
  Delete a task, and try to read it afterwards.
  - Both requests have the same path.
  - The first one is DELETE, and the second one is GET.
  - The second response is 404.
  = curl -X DELETE $BOARD/api/v1/tasks/1
  $ curl $BOARD/api/v1/tasks/1
  ≠ curl $BOARD/api/v1/tasks/99
deleted-twice | Delete twice | decisions.md#requests, section 3
  Delete the same task twice. Is the second response the same as the first?
  - Run the same command again.
  - The first response is 204.
  - The second response is 404, because the task no longer exists.
  = curl -X DELETE $BOARD/api/v1/tasks/1
  $ curl -X DELETE $BOARD/api/v1/tasks/1
  ≠ curl -X DELETE $BOARD/api/v1/tasks/99
comment-1001 | A comment that is too long | decisions.md#requests, section 2
  Try to write a comment of exactly 1,001 characters.
  - A comment can have 1,000 characters.
  - Let your tool repeat a letter.
  - In Bash, \`printf 'a%.0s' $(seq 1001)\` prints 1,001 letters. The status is 400.
  $ TEXT=$(printf 'a%.0s' $(seq 1001))
  ≠ TEXT=$(printf 'a%.0s' $(seq 1000))
  = curl $BOARD/api/v1/tasks/1/comments -H "$JSON" -d '{"text": "'$TEXT'"}'
comment-of-other-task | The comment of another task | decisions.md#comments-and-attachments, section 7
  Write a comment, and try to change it through the path of another task.
  - The path names a task and a comment. Both must fit together.
  - Take the id of the new comment, and the id of a task that does not have it.
  - The status is 404, and the message names the comment.
  = curl $BOARD/api/v1/tasks/1/comments -H "$JSON" -d '{"text": "Mine"}'
  $ curl -X PUT $BOARD/api/v1/tasks/2/comments/7 -H "$JSON" -d '{"text": "Mine"}'
  ≠ curl -X PUT $BOARD/api/v1/tasks/999/comments/7 -H "$JSON" -d '{"text": "Mine"}'
unknown-expectation | An unsupported expectation | errors.md#messages, section 7
  Send a request with an 'Expect' header that the service does not support. This needs a direct connection: a proxy in front of the service, such as nginx, removes the header or refuses it.
  - The only expectation in use is '100-continue'.
  - Invent another one.
  - Send 'Expect: coffee'. The status is 417.
  $ curl $BOARD/api/v1/tasks -H 'Expect: coffee'
  ≠ curl $BOARD/api/v1/tasks -H 'Accept: coffee'
`

const STEPS: Solutions = {
  'size-101': on('GET /tasks', 400, ({ query }) => query.get('size') === '101'),
  'size-0': on('GET /tasks', 400, ({ query }) => query.get('size') === '0'),
  'negative-page': on('GET /tasks', 400, ({ query }) => Number(query.get('page')) < 0),
  'unknown-sort': on('GET /tasks', 400, (exchange) => {
    return exchange.query.getAll('sort').length === 1 && hasErrorFor(exchange, 'sort')
  }),
  'parameter-twice': on('GET /tasks', 400, (exchange) => {
    const names = [...exchange.query.keys()]
    return names.some((name, index) => names.indexOf(name) < index && hasErrorFor(exchange, name))
  }),
  'deleted-task': [on('DELETE /tasks/:id', 204, taskIdIn), on('GET /tasks/:id', 404, taskIdIn)],
  'deleted-twice': [on('DELETE /tasks/:id', 204, taskIdIn), on('DELETE /tasks/:id', 404, taskIdIn)],
  'comment-1001': on(['POST /tasks/:id/comments', 'PUT /tasks/:id/comments/:commentId'], 400, ({ sent }) => {
    return lengthOf(sent.text) === 1001
  }),
  'comment-of-other-task': {
    steps: [
      on('POST /tasks/:id/comments', CREATED, (exchange) => `${idIn(exchange)}@${taskIdIn(exchange)}`),
      on('PUT /tasks/:id/comments/:commentId', 404, (exchange) => {
        return hasMessage(exchange, 'Comment not found') && lastIdIn(exchange)
      }),
    ],
    undo: on(['DELETE /tasks/:id/comments/:commentId', 'DELETE /tasks/:id', 'DELETE /tasks'], 204, (exchange) => {
      return exchange.path.includes('/comments/') ? lastIdIn(exchange) : `@${taskIdIn(exchange) || ''}`
    }),
  },
  'unknown-expectation': on(ANY, 417),
}

export const OTHER_ERRORS = challengesIn('errors', TEXTS, STEPS)
