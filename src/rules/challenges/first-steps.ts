import { CREATED, challengesIn, on, onCreation } from './challenge.js'
import { idIn, numberIn, tasksIn } from './look.js'
import type { Observed } from './observed.js'

/** The parameters that leave tasks out. */
const FILTERS = ['status', 'priority', 'search']

/** Whether the request asks for all tasks: for those of a first page, which has all if its size was chosen. */
function asksForAll(exchange: Observed): boolean {
  const { query } = exchange
  if (FILTERS.some((name) => query.get(name)) || Number(query.get('page')) > 0) return false
  if (!query.has('size')) return true
  const total = numberIn(exchange, 'totalElements')
  return Number(query.get('size')) >= total && tasksIn(exchange).length >= total
}

export const FIRST_STEPS = challengesIn('first-steps', {
  'first-list': {
    title: 'Read the list of tasks',
    task: 'Read the list of all tasks of your board.',
    hints: [
      'The operation is `GET /tasks`.',
      'The address is the base URL of your board, followed by `/api/v1/tasks`.',
      'With curl, the address alone is enough. Filters and small pages leave tasks out.',
    ],
    teaches: { page: 'getting-started.md#lists', section: 4 },
    solution: 'curl $BOARD/api/v1/tasks',
    nearMiss: 'curl "$BOARD/api/v1/tasks?size=3"',
    steps: on('GET /tasks', 200, asksForAll),
  },
  'read-task': {
    title: 'Read one task',
    task: 'Read a single task by its id.',
    hints: [
      'The list shows the id of each task.',
      'The id is at the end of the path: `/tasks/{id}`.',
      'Read `/api/v1/tasks/1`, if your board has a task 1.',
    ],
    teaches: { page: 'getting-started.md#tasks', section: 4 },
    solution: 'curl $BOARD/api/v1/tasks/1',
    nearMiss: 'curl $BOARD/api/v1/tasks/999',
    steps: on('GET /tasks/:id', 200),
  },
  'first-task': {
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
    steps: onCreation(),
  },
  'location-followed': {
    title: 'Follow the Location header',
    task: 'Create a task, and read it with the path in the `Location` header of the response.',
    hints: [
      '`curl -i` shows the headers of a response.',
      '`Location` has a path without the host. Its last part is the id of the new task.',
      'Read exactly this path after the POST.',
    ],
    teaches: { page: 'decisions.md#tasks', section: 4 },
    before: `curl -i $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO"}'`,
    solution: 'curl $BOARD/api/v1/tasks/21',
    nearMiss: 'curl $BOARD/api/v1/tasks/1',
    steps: [
      onCreation((exchange) => `${exchange.path}/${idIn(exchange)}`),
      on('GET /tasks/:id', 200, ({ path }) => path),
    ],
  },
  'replace-task': {
    title: 'Replace a task',
    task: 'Replace a task with PUT.',
    hints: [
      'The operation is `PUT /tasks/{id}`.',
      'PUT needs the full task: at least `title` and `status`.',
      'The response has the status 200 and the new task.',
    ],
    teaches: { page: 'getting-started.md#tasks', section: 4 },
    solution: `curl -X PUT $BOARD/api/v1/tasks/1 -H "$JSON" -d '{"title": "Pack", "status": "DONE"}'`,
    nearMiss: `curl -X PUT $BOARD/api/v1/tasks/1 -H "$JSON" -d '{"status": "DONE"}'`,
    steps: on('PUT /tasks/:id', 200),
  },
  'delete-task': {
    title: 'Delete a task',
    task: 'Delete one task.',
    hints: [
      'The operation is `DELETE /tasks/{id}`.',
      'The response has the status 204 and no body.',
      'Create a task first if you want to keep the others.',
    ],
    teaches: { page: 'getting-started.md#tasks', section: 4 },
    solution: 'curl -X DELETE $BOARD/api/v1/tasks/1',
    nearMiss: 'curl -X DELETE $BOARD/api/v1/tasks/999',
    steps: on('DELETE /tasks/:id', 204),
  },
  'board-summary': {
    title: 'Count the tasks',
    task: 'Read with one request how many tasks there are in each column, without reading the tasks.',
    hints: [
      'There is an operation that returns only numbers.',
      'Its path ends with `/summary`.',
      'Read `/api/v1/tasks/summary`.',
    ],
    teaches: { page: 'getting-started.md#lists', section: 2 },
    solution: 'curl $BOARD/api/v1/tasks/summary',
    nearMiss: 'curl $BOARD/api/v1/tasks',
    steps: on('GET /tasks/summary', 200),
  },
  'first-comment': {
    title: 'Write a comment',
    task: 'Add a comment to a task.',
    hints: [
      'Comments belong to a task: their path starts with that of the task.',
      'The operation is `POST /tasks/{id}/comments`.',
      'The body has one field, `text`.',
    ],
    teaches: { page: 'getting-started.md#comments', section: 4 },
    solution: `curl $BOARD/api/v1/tasks/1/comments -H "$JSON" -d '{"text": "Done soon."}'`,
    nearMiss: `curl $BOARD/api/v1/tasks/1/comments -H "$JSON" -d '{"comment": "Done soon."}'`,
    steps: on('POST /tasks/:id/comments', CREATED),
  },
  'own-request-id': {
    title: 'Name your request',
    task: 'Read the list with a request id of your own, so that you find the request in the log again.',
    hints: [
      'Each response has an `X-Request-Id`.',
      'A request can send the same header.',
      'With curl, add `-H "X-Request-Id: mine"`.',
    ],
    teaches: { page: 'variants.md#headers-of-every-response', section: 4 },
    solution: `curl $BOARD/api/v1/tasks -H 'X-Request-Id: mine'`,
    nearMiss: `curl $BOARD/api/v1/tasks -H 'Request-Id: mine'
curl $BOARD/api/v1/tasks -H 'X-Request-Id: not valid'`,
    steps: on('GET /tasks', 200, ({ sentHeader, header }) => {
      const id = sentHeader('x-request-id') ?? ''
      return !id.startsWith('board-page:') && header('x-request-id') === id
    }),
  },
  'read-contract': {
    title: 'Read the contract',
    task: 'Load the OpenAPI document of a variant from the path of the variant.',
    hints: [
      'Each variant publishes its own document.',
      'It is next to the tasks, and is called `openapi.json`.',
      'Read `/api/v1/openapi.json`.',
    ],
    teaches: { page: 'variants.md#openapi-documents', section: 9 },
    solution: 'curl $BOARD/api/v1/openapi.json',
    nearMiss: 'curl $BOARD/openapi.json',
    steps: on(['GET /openapi.json', 'GET /openapi.yaml', 'GET /openapi-3.1.json', 'GET /openapi-3.1.yaml'], 200),
  },
})
