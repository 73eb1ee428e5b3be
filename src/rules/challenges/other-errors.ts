import { ANY, CREATED, challengesIn, on } from './challenge.js'
import { hasErrorFor, hasMessage, idIn, lastIdIn, lengthOf, taskIdIn } from './look.js'

export const OTHER_ERRORS = challengesIn('errors', {
  'size-101': {
    title: 'A page that is too large',
    task: 'Try to read a page with a size of exactly 101.',
    hints: ['100 is the maximum.', 'The parameter is `size`.', 'Use `size=101`. The status is 400.'],
    teaches: { page: 'decisions.md#requests', section: 8 },
    solution: 'curl "$BOARD/api/v1/tasks?size=101"',
    nearMiss: 'curl "$BOARD/api/v1/tasks?size=100"',
    steps: on('GET /tasks', 400, ({ query }) => query.get('size') === '101'),
  },
  'size-0': {
    title: 'A page without tasks',
    task: 'Try to read a page with a size of 0.',
    hints: ['The boundary at the lower end is 1.', 'The parameter is `size`.', 'Use `size=0`. The status is 400.'],
    teaches: { page: 'decisions.md#requests', section: 8 },
    solution: 'curl "$BOARD/api/v1/tasks?size=0"',
    nearMiss: 'curl "$BOARD/api/v1/tasks?size=1"',
    steps: on('GET /tasks', 400, ({ query }) => query.get('size') === '0'),
  },
  'negative-page': {
    title: 'A page before the first',
    task: 'Try to read a page before the first one.',
    hints: ['Pages are counted from 0.', 'Negative numbers are not allowed.', 'Use `page=-1`. The status is 400.'],
    teaches: { page: 'decisions.md#requests', section: 8 },
    solution: 'curl "$BOARD/api/v1/tasks?page=-1"',
    nearMiss: 'curl "$BOARD/api/v1/tasks?page=0"',
    steps: on('GET /tasks', 400, ({ query }) => Number(query.get('page')) < 0),
  },
  'unknown-sort': {
    title: 'Sorting by something unknown',
    task: 'Try to sort the list by a field that cannot sort it.',
    hints: [
      'The OpenAPI document lists the fields that can sort it.',
      'Labels cannot sort the list.',
      'Use `sort=labels`. The status is 400.',
    ],
    teaches: { page: 'decisions.md#requests', section: 4 },
    solution: 'curl "$BOARD/api/v1/tasks?sort=labels"',
    nearMiss: 'curl "$BOARD/api/v1/tasks?direction=up"',
    steps: on('GET /tasks', 400, (exchange) => {
      return exchange.query.getAll('sort').length === 1 && hasErrorFor(exchange, 'sort')
    }),
  },
  'parameter-twice': {
    title: 'The same parameter twice',
    task: 'Send a known query parameter twice in one request.',
    hints: [
      'Which of the two values should count? The service refuses to guess.',
      'Repeat the parameter with `&`.',
      'Use `status=TODO&status=DONE`. The status is 400.',
    ],
    teaches: { page: 'decisions.md#requests', section: 4 },
    solution: 'curl "$BOARD/api/v1/tasks?status=TODO&status=DONE"',
    nearMiss: `curl "$BOARD/api/v1/tasks?status=TODO,DONE"
curl "$BOARD/api/v1/tasks?other=1&other=2&size=0"`,
    steps: on('GET /tasks', 400, (exchange) => {
      const names = [...exchange.query.keys()]
      return names.some((name, index) => names.indexOf(name) < index && hasErrorFor(exchange, name))
    }),
  },
  'deleted-task': {
    title: 'Gone',
    task: 'Delete a task, and try to read it afterwards.',
    hints: [
      'Both requests have the same path.',
      'The first one is DELETE, and the second one is GET.',
      'The second response is 404.',
    ],
    teaches: { page: 'decisions.md#tasks', section: 3 },
    before: 'curl -X DELETE $BOARD/api/v1/tasks/1',
    solution: 'curl $BOARD/api/v1/tasks/1',
    nearMiss: 'curl $BOARD/api/v1/tasks/99',
    steps: [on('DELETE /tasks/:id', 204, taskIdIn), on('GET /tasks/:id', 404, taskIdIn)],
  },
  'deleted-twice': {
    title: 'Delete twice',
    task: 'Delete the same task twice. Is the second response the same as the first?',
    hints: [
      'Run the same command again.',
      'The first response is 204.',
      'The second response is 404, because the task no longer exists.',
    ],
    teaches: { page: 'decisions.md#requests', section: 3 },
    before: 'curl -X DELETE $BOARD/api/v1/tasks/1',
    solution: 'curl -X DELETE $BOARD/api/v1/tasks/1',
    nearMiss: 'curl -X DELETE $BOARD/api/v1/tasks/99',
    steps: [on('DELETE /tasks/:id', 204, taskIdIn), on('DELETE /tasks/:id', 404, taskIdIn)],
  },
  'comment-1001': {
    title: 'A comment that is too long',
    task: 'Try to write a comment of exactly 1,001 characters.',
    hints: [
      'A comment can have 1,000 characters.',
      'Let your tool repeat a letter.',
      "In Bash, `printf 'a%.0s' $(seq 1001)` prints 1,001 letters. The status is 400.",
    ],
    teaches: { page: 'decisions.md#requests', section: 2 },
    solution: `TEXT=$(printf 'a%.0s' $(seq 1001))`,
    nearMiss: `TEXT=$(printf 'a%.0s' $(seq 1000))`,
    after: `curl $BOARD/api/v1/tasks/1/comments -H "$JSON" -d '{"text": "'$TEXT'"}'`,
    steps: on(['POST /tasks/:id/comments', 'PUT /tasks/:id/comments/:commentId'], 400, ({ sent }) => {
      return lengthOf(sent.text) === 1001
    }),
  },
  'comment-of-other-task': {
    title: 'The comment of another task',
    task: 'Write a comment, and try to change it through the path of another task.',
    hints: [
      'The path names a task and a comment. Both must fit together.',
      'Take the id of the new comment, and the id of a task that does not have it.',
      'The status is 404, and the message names the comment.',
    ],
    teaches: { page: 'decisions.md#comments-and-attachments', section: 7 },
    before: `curl $BOARD/api/v1/tasks/1/comments -H "$JSON" -d '{"text": "Mine"}'`,
    solution: `curl -X PUT $BOARD/api/v1/tasks/2/comments/7 -H "$JSON" -d '{"text": "Mine"}'`,
    nearMiss: `curl -X PUT $BOARD/api/v1/tasks/999/comments/7 -H "$JSON" -d '{"text": "Mine"}'`,
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
  'unknown-expectation': {
    title: 'An unsupported expectation',
    task: 'Send a request with an `Expect` header that the service does not support. This needs a direct connection: a proxy in front of the service, such as nginx, removes the header or refuses it.',
    hints: [
      'The only expectation in use is `100-continue`.',
      'Invent another one.',
      'Send `Expect: coffee`. The status is 417.',
    ],
    teaches: { page: 'errors.md#messages', section: 7 },
    solution: `curl $BOARD/api/v1/tasks -H 'Expect: coffee'`,
    nearMiss: `curl $BOARD/api/v1/tasks -H 'Accept: coffee'`,
    steps: on(ANY, 417),
  },
})
