import { area } from '../check.js'
import { ON_TASK } from '../operations.js'

/** The bodies of errors. */
export const errors = area('errors')

/** Requests that fail, one for each kind of error. */
const FAILURES: [name: string, request: string, path: string, status: number, reason: string][] = [
  ['unknown-task', 'GET /tasks/{unknown}', '/tasks/{unknown}', 404, 'Not Found'],
  ['invalid-task', 'POST /tasks {status: "TODO"}', '/tasks', 400, 'Bad Request'],
  ['invalid-query', 'GET /tasks?size=0', '/tasks', 400, 'Bad Request'],
  ['malformed-json', 'POST /tasks raw { with content-type: application/json', '/tasks', 400, 'Bad Request'],
  ['wrong-method', 'PATCH /tasks', '/tasks', 405, 'Method Not Allowed'],
  ['unknown-path', 'GET /nothing', '/nothing', 404, 'Not Found'],
]
for (const [name, request, path, code, reason] of FAILURES) {
  const isSpecified = ['unknown-task', 'invalid-task'].includes(name)
  const section = isSpecified ? 'spec 2' : 'decision 27'
  const what = `${request.split(' ', 2).join(' ')} (${name.replace('-', ' ')})`
  errors(`
    ${name}-media-type | ${isSpecified ? 'introduction' : 'decision 27'} | ${what}: the error is sent as JSON.
      ${request} → header content-type ~ /^application\\/(problem\\+)?json\\b/i
    ${name}-status | ${section} | ${what}: 'status' is the integer ${code}. | ${request} → ${code} ; /status = ${code}
    ${name}-error | ${section} | ${what}: 'error' is "${reason}". | ${request} → /error = "${reason}"
    ${name}-message | ${section} | ${what}: 'message' is a string. | ${request} → /message ~ /\\S/
    ${name}-path | decision 27 | ${what}: 'path' is the path without the query. | ${request} → /path = "{path}${path}"
    ${name}-timestamp | decision 27 | ${what}: 'timestamp' is a timestamp. | ${request} → /timestamp is date`)
}

const TITLES = [undefined, null, '', '  ', 5, 'x'.repeat(101)].map((title) => JSON.stringify({ title, status: 'TODO' }))
const TITLE_MESSAGE = 'Title is required and must be between 1 and 100 characters'

errors(`
unknown-task-id | spec 7 | The message for an unknown task contains its id.
  GET /tasks/{unknown} → /message ~ /{unknown}/
validation-message | spec 4 | The message of a validation error states that validation failed.
  POST /tasks {} → /message ~ /validation.*fail|fail.*validation/i
validation-message-exact | decision 28 | The message is "Validation failed".
  POST /tasks {} → /message = "Validation failed"
errors-names-field | spec 4 | 'errors' maps the offending field to a message.
  POST /tasks +{title: ""} → /errors/title ~ /\\S/
errors-only-offending | spec 4 | 'errors' does not name valid fields.
  POST /tasks +{title: ""} → /errors keys = ["title"]
errors-title-bounds | spec 4 | The message for the title says it is required, and its bounds.
  POST /tasks +{title: ""} → /errors/title ~ /required.*\\b1\\b.*\\b[12]00\\b/i
errors-has-all | decision 27 | 'errors' has all offending fields at once.
  POST /tasks {title: "", status: "NONE", priority: "NONE", description: 5}
  → /errors keys = ["description", "priority", "status", "title"]
errors-of-query | decision 12 | 'errors' names invalid query parameters.
  GET /tasks?size=0&page=-1&status=NONE&priority=&sort=color
  → /errors keys = ["page", "priority", "size", "sort", "status"]
errors-key-of-label | decision 28 | Keys are written like 'labels[1]'.
  POST /tasks +{labels: ["x", ""]} → /errors keys = ["labels[1]"]
errors-key-of-body | decision 41 | A body that is not an object is named 'body'.
  POST /tasks [{title: "A task", status: "TODO"}] → /errors keys = ["body"]
errors-keys-of-path | decision 27 | 'errors' names all ids that are not valid.
  PUT /tasks/0/comments/x {} → /errors keys = ["commentId", "id", "text"]
errors-of-path-and-body | decision 41 | 'errors' names fields of the path and of the body.
  PUT /tasks/abc +{title: ""} → /errors keys = ["id", "title"]
no-errors-without-validation | spec 2 | Only validation errors have 'errors'. | GET /tasks/{unknown} → /errors is absent
status-is-integer | spec 2 | 'status' of an error is an integer. | GET /tasks/{unknown} → /status is integer
no-internals | decision 27 | Errors do not reveal stack traces or SQL.
  POST /tasks raw {"title":  with content-type: application/json
  → text ~ /^(?!.*(\\bat .+:\\d+|\\bselect\\b|exception))/is
unknown-task-is-404 | spec 7 | A request for an unknown task returns 404. | GET /tasks/{unknown} → 404
invalid-task-is-400 | spec 7 | A request with invalid fields returns 400. | POST /tasks +{title: ""} → 400
path-if-present | spec 2 | If an error has a 'path', it is that of the request.
  GET /tasks/{unknown} → /path? ~ /\\/tasks\\/{unknown}$/
errors-title | decision 28, current | 'errors.title' has one message, whatever is wrong.
  ${TITLES.map((values) => `POST /tasks ${values} → /errors = {title: "${TITLE_MESSAGE}"}`).join('\n')}
errors-key-of-item | decision 28, current | Keys are written like 'checklistItems[0].text'.
  POST /tasks +{checklistItems: [{text: "", done: true}]} → /errors keys = ["checklistItems[0].text"]
`)
for (const [name, request, scope = ''] of ON_TASK) {
  const what = request.split(' ', 2).join(' ')
  errors(`
    not-found-message-${name} | decision 28, ${scope} | ${what}: the message is "Task not found with id: N".
      ${request.replace('{id}', '{unknown}')} → 404 ; /message = "Task not found with id: {unknown}"`)
}
