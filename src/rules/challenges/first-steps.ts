import { CREATED, challengesIn, on, onCreation, type Solutions } from './challenge.js'
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

const TEXTS = `
first-list | Read the list of tasks | getting-started.md#lists, section 4
  Read the list of all tasks of your board.
  - The operation is 'GET /tasks'.
  - The address is the base URL of your board, followed by '/api/v1/tasks'.
  - With curl, the address alone is enough. Filters and small pages leave tasks out.
  $ curl $BOARD/api/v1/tasks
  ≠ curl "$BOARD/api/v1/tasks?size=3"
read-task | Read one task | getting-started.md#tasks, section 4
  Read a single task by its id.
  - The list shows the id of each task.
  - The id is at the end of the path: '/tasks/{id}'.
  - Read '/api/v1/tasks/1', if your board has a task 1.
  $ curl $BOARD/api/v1/tasks/1
  ≠ curl $BOARD/api/v1/tasks/999
first-task | Create a task | getting-started.md#tasks, section 4
  Create a task with a title and a status.
  - The operation is 'POST /tasks'.
  - The body is a JSON object with 'title' and 'status'. Send it with 'Content-Type: application/json'.
  - The status can be 'TODO'. The response has the status 201.
  $ curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO"}'
  ≠ curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack"}'
location-followed | Follow the Location header | decisions.md#tasks, section 4
  Create a task, and read it with the path in the 'Location' header of the response.
  - 'curl -i' shows the headers of a response.
  - 'Location' has a path without the host. Its last part is the id of the new task.
  - Read exactly this path after the POST.
  = curl -i $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO"}'
  $ curl $BOARD/api/v1/tasks/21
  ≠ curl $BOARD/api/v1/tasks/1
replace-task | Replace a task | getting-started.md#tasks, section 4
  Replace a task with PUT.
  - The operation is 'PUT /tasks/{id}'.
  - PUT needs the full task: at least 'title' and 'status'.
  - The response has the status 200 and the new task.
  $ curl -X PUT $BOARD/api/v1/tasks/1 -H "$JSON" -d '{"title": "Pack", "status": "DONE"}'
  ≠ curl -X PUT $BOARD/api/v1/tasks/1 -H "$JSON" -d '{"status": "DONE"}'
delete-task | Delete a task | getting-started.md#tasks, section 4
  Delete one task.
  - The operation is 'DELETE /tasks/{id}'.
  - The response has the status 204 and no body.
  - Create a task first if you want to keep the others.
  $ curl -X DELETE $BOARD/api/v1/tasks/1
  ≠ curl -X DELETE $BOARD/api/v1/tasks/999
board-summary | Count the tasks | getting-started.md#lists, section 2
  Read with one request how many tasks there are in each column, without reading the tasks.
  - There is an operation that returns only numbers.
  - Its path ends with '/summary'.
  - Read '/api/v1/tasks/summary'.
  $ curl $BOARD/api/v1/tasks/summary
  ≠ curl $BOARD/api/v1/tasks
first-comment | Write a comment | getting-started.md#comments, section 4
  Add a comment to a task.
  - Comments belong to a task: their path starts with that of the task.
  - The operation is 'POST /tasks/{id}/comments'.
  - The body has one field, 'text'.
  $ curl $BOARD/api/v1/tasks/1/comments -H "$JSON" -d '{"text": "Done soon."}'
  ≠ curl $BOARD/api/v1/tasks/1/comments -H "$JSON" -d '{"comment": "Done soon."}'
own-request-id | Name your request | variants.md#headers-of-every-response, section 4
  Read the list with a request id of your own, so that you find the request in the log again.
  - Each response has an 'X-Request-Id'.
  - A request can send the same header.
  - With curl, add '-H "X-Request-Id: mine"'.
  $ curl $BOARD/api/v1/tasks -H 'X-Request-Id: mine'
  ≠ curl $BOARD/api/v1/tasks -H 'Request-Id: mine'
  ≠ curl $BOARD/api/v1/tasks -H 'X-Request-Id: not valid'
read-contract | Read the contract | variants.md#openapi-documents, section 9
  Load the OpenAPI document of a variant from the path of the variant.
  - Each variant publishes its own document.
  - It is next to the tasks, and is called 'openapi.json'.
  - Read '/api/v1/openapi.json'.
  $ curl $BOARD/api/v1/openapi.json
  ≠ curl $BOARD/openapi.json
`

const STEPS: Solutions = {
  'first-list': on('GET /tasks', 200, asksForAll),
  'read-task': on('GET /tasks/:id', 200),
  'first-task': onCreation(),
  'location-followed': [
    onCreation((exchange) => `${exchange.path}/${idIn(exchange)}`),
    on('GET /tasks/:id', 200, ({ path }) => path),
  ],
  'replace-task': on('PUT /tasks/:id', 200),
  'delete-task': on('DELETE /tasks/:id', 204),
  'board-summary': on('GET /tasks/summary', 200),
  'first-comment': on('POST /tasks/:id/comments', CREATED),
  'own-request-id': on('GET /tasks', 200, ({ sentHeader, header }) => {
    const id = sentHeader('x-request-id') ?? ''
    return !id.startsWith('board-page:') && header('x-request-id') === id
  }),
  'read-contract': on(
    ['GET /openapi.json', 'GET /openapi.yaml', 'GET /openapi-3.1.json', 'GET /openapi-3.1.yaml'],
    200,
  ),
}

export const FIRST_STEPS = challengesIn('first-steps', TEXTS, STEPS)
