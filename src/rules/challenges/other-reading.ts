import { CREATED, challengesIn, on, onVariant } from './challenge.js'
import { idIn, taskIdIn } from './look.js'

export const OTHER_READING = challengesIn('reading', {
  'unknown-parameter': {
    title: 'An unknown parameter',
    task: 'Read the list with a query parameter that does not exist. Is this an error?',
    hints: ['Invent a parameter.', 'Unknown parameters are ignored.', 'Use `colour=red`.'],
    teaches: { page: 'decisions.md#requests', section: 4 },
    solution: `curl "$BOARD/api/v1/tasks?colour=red"`,
    nearMiss: `curl "$BOARD/api/v1/tasks?sort=colour"`,
    steps: on('GET /tasks', 200, ({ query }) =>
      [...query.keys()].some(
        (name) => !['page', 'size', 'status', 'priority', 'search', 'sort', 'direction'].includes(name),
      ),
    ),
  },
  head: {
    title: 'Only the headers',
    task: 'Ask for the headers of the list, without the list.',
    hints: ['There is a method for this.', 'The method is HEAD.', 'With curl, use `-I`.'],
    teaches: { page: 'variants.md', section: 4 },
    solution: 'curl -I $BOARD/api/v1/tasks',
    nearMiss: 'curl -i $BOARD/api/v1/tasks',
    steps: on('HEAD /tasks', 200),
  },
  options: {
    title: 'Which requests may a web page send?',
    task: 'Send a request to your board, and then the method that browsers use to ask before they send a request from another page.',
    hints: [
      'Browsers call this a preflight request.',
      'The method is OPTIONS.',
      'Use `curl -X OPTIONS` with any path of a variant. The status is 204.',
    ],
    teaches: { page: 'decisions.md#added-during-development', section: 4 },
    solution: `curl $BOARD/api/v1/tasks
curl -X OPTIONS $BOARD/api/v1/tasks`,
    nearMiss: 'curl -X PATCH $BOARD/api/v1/tasks',
    steps: on('OPTIONS', 204),
  },
  compressed: {
    title: 'A compressed response',
    task: 'Get a compressed list.',
    hints: [
      'A client says which encodings it accepts.',
      'The header is `Accept-Encoding`. Short responses are not compressed.',
      'Use `curl --compressed`.',
    ],
    teaches: { page: 'decisions.md#http', section: 4 },
    solution: 'curl --compressed $BOARD/api/v1/tasks',
    nearMiss: 'curl --compressed $BOARD/api/v1/tasks/summary',
    steps: on('GET /tasks', 200, ({ header }) => header('content-encoding') !== undefined),
  },
  'not-modified': {
    title: 'Has my board changed?',
    task: 'Ask for the index of your board in such a way that the response has no body, because nothing has changed.',
    hints: [
      'The index is at the base URL of the board. Its response has an `ETag`.',
      'Send this value in `If-None-Match`.',
      'The status of the response is 304.',
    ],
    teaches: { page: 'decisions.md#pages', section: 9 },
    solution: `ETAG=$(curl -sI $BOARD | grep -i '^etag' | cut -d ' ' -f 2 | tr -d '[:cntrl:]')
curl -i $BOARD -H "If-None-Match: $ETAG"`,
    nearMiss: `curl -i $BOARD -H 'If-None-Match: "old"'
curl -i $BOARD -H 'If-None-Match: *'`,
    // `*` matches every state of the board.
    steps: on(['GET index', 'HEAD index'], 304, ({ sentHeader }) => sentHeader('if-none-match') !== '*'),
  },
  'two-variants': {
    title: 'One board, three variants',
    task: 'Create a task through v1, and read it by its id through buggy or v2.',
    hints: [
      'All variants of a board share the same tasks.',
      'Only the base path differs: `/api/v1`, `/api/v2`, `/api/buggy`.',
      'After the POST to v1, read `/api/buggy/tasks/{id}`.',
    ],
    teaches: { page: 'decisions.md#one-board-behind-three-variants', section: 1 },
    before: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO"}'`,
    solution: 'curl $BOARD/api/buggy/tasks/21',
    nearMiss: 'curl $BOARD/api/v1/tasks/21',
    steps: [
      onVariant('v1', 'POST /tasks', CREATED, idIn),
      on('GET /tasks/:id', 200, (exchange) => exchange.variant !== 'v1' && taskIdIn(exchange)),
    ],
  },
})
