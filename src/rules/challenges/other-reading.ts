import { CREATED, challengesIn, on, onVariant, type Solutions } from './challenge.js'
import { idIn, taskIdIn } from './look.js'

const TEXTS = `
unknown-parameter | An unknown parameter | decisions.md#requests, section 4
  Read the list with a query parameter that does not exist. Is this an error?
  - Invent a parameter.
  - Unknown parameters are ignored.
  - Use 'colour=red'.
  $ curl "$BOARD/api/v1/tasks?colour=red"
  ≠ curl "$BOARD/api/v1/tasks?sort=colour"
head | Only the headers | variants.md, section 4
  Ask for the headers of the list, without the list.
  - There is a method for this.
  - The method is HEAD.
  - With curl, use '-I'.
  $ curl -I $BOARD/api/v1/tasks
  ≠ curl -i $BOARD/api/v1/tasks
options | Which requests may a web page send? | decisions.md#added-during-development, section 4
  Send a request to your board, and then the method that browsers use to ask before they send a request from another page.
  - Browsers call this a preflight request.
  - The method is OPTIONS.
  - Use 'curl -X OPTIONS' with any path of a variant. The status is 204.
  $ curl $BOARD/api/v1/tasks
  $ curl -X OPTIONS $BOARD/api/v1/tasks
  ≠ curl -X PATCH $BOARD/api/v1/tasks
compressed | A compressed response | decisions.md#http, section 4
  Get a compressed list.
  - A client says which encodings it accepts.
  - The header is 'Accept-Encoding'. Short responses are not compressed.
  - Use 'curl --compressed'.
  $ curl --compressed $BOARD/api/v1/tasks
  ≠ curl --compressed $BOARD/api/v1/tasks/summary
not-modified | Has my board changed? | decisions.md#pages, section 9
  Ask for the index of your board in such a way that the response has no body, because nothing has changed.
  - The index is at the base URL of the board. Its response has an 'ETag'.
  - Send this value in 'If-None-Match'.
  - The status of the response is 304.
  $ ETAG=$(curl -sI $BOARD | grep -i '^etag' | cut -d ' ' -f 2 | tr -d '[:cntrl:]')
  $ curl -i $BOARD -H "If-None-Match: $ETAG"
  ≠ curl -i $BOARD -H 'If-None-Match: "old"'
  ≠ curl -i $BOARD -H 'If-None-Match: *'
two-variants | One board, three variants | decisions.md#one-board-behind-three-variants, section 1
  Create a task through v1, and read it by its id through buggy or v2.
  - All variants of a board share the same tasks.
  - Only the base path differs: '/api/v1', '/api/v2', '/api/buggy'.
  - After the POST to v1, read '/api/buggy/tasks/{id}'.
  = curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO"}'
  $ curl $BOARD/api/buggy/tasks/21
  ≠ curl $BOARD/api/v1/tasks/21
`

const STEPS: Solutions = {
  'unknown-parameter': on('GET /tasks', 200, ({ query }) =>
    [...query.keys()].some(
      (name) => !['page', 'size', 'status', 'priority', 'search', 'sort', 'direction'].includes(name),
    ),
  ),
  head: on('HEAD /tasks', 200),
  options: on('OPTIONS', 204),
  compressed: on('GET /tasks', 200, ({ header }) => header('content-encoding') !== undefined),
  // `*` matches every state of the board.
  'not-modified': on(['GET index', 'HEAD index'], 304, ({ sentHeader }) => sentHeader('if-none-match') !== '*'),
  'two-variants': [
    onVariant('v1', 'POST /tasks', CREATED, idIn),
    on('GET /tasks/:id', 200, (exchange) => exchange.variant !== 'v1' && taskIdIn(exchange)),
  ],
}

export const OTHER_READING = challengesIn('reading', TEXTS, STEPS)
