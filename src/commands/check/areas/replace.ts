import { area } from '../check.js'

/** PUT /tasks/{id}. */
export const replace = area('replace')

const CREATE = 'POST /tasks +{title: "Before", description: "before", priority: "HIGH", labels: ["before"]} as old'
const NEW = { title: 'After', description: 'after', status: 'DONE', priority: 'LOW', labels: ['after'] }
const REPLACE = `PUT /tasks/{old.id} ${JSON.stringify(NEW)}`
const FILE = 'POST /tasks/{task.id}/attachments files [{fileName: "a.txt", type: "text/plain"}] as files'

replace(`
returns-200 | spec 4 | PUT /tasks/{id} returns 200. | PUT /tasks/{task.id} +{} → 200
returns-task | spec 4 | PUT returns the task as it is stored.
  ${CREATE}
  ${REPLACE} as new
  GET /tasks/{old.id} → body = {new}
removes-labels | spec 4 | PUT with other labels removes the old ones.
  POST /tasks +{labels: ["a", "b"]} as old
  PUT /tasks/{old.id} +{labels: ["c"]} → {labels: ["c"]}
keeps-id | spec 2 | PUT keeps the id, whatever the request contains.
  PUT /tasks/{task.id} +{id: {other.id}} → {id: {task.id}}
keeps-comments | decision 19 | Comments stay when their task is replaced.
  PUT /tasks/{task.id} +{comments: []}
  GET /tasks/{task.id} → {comments: [{comment}]}
returns-comments | decision 17 | The response of PUT contains the comments.
  PUT /tasks/{task.id} +{} → {comments: [{comment}]}
keeps-other-tasks | spec 4 | PUT does not change other tasks.
  PUT /tasks/{task.id} +{title: "Changed"}
  GET /tasks/{other.id} → body = {other}
accepts-response | decision 4 | A task from a response can be sent back with PUT.
  ${CREATE}
  PUT /tasks/{old.id} {old} as new
  GET /tasks/{old.id} → body = {new}
  → {title: "Before", status: "TODO", description: "before", priority: "HIGH", labels: ["before"], id: {old.id}}
unknown | spec 4 | PUT of an unknown task returns 404. | PUT /tasks/{unknown} +{} → 404
validates-title | spec 8 | PUT refuses an empty title. | PUT /tasks/{task.id} +{title: ""} → 400
validates-status | spec 2 | PUT refuses an unknown status. | PUT /tasks/{task.id} +{status: "BLOCKED"} → 400
refused-changes-nothing | spec 4 | A refused PUT changes nothing.
  ${CREATE}
  PUT /tasks/{old.id} {title: "", description: "after", status: "DONE", priority: "LOW", labels: ["after"]} → any
  GET /tasks/{old.id} → body = {old}
invalid-before-unknown | decision 17 | An invalid PUT of an unknown task returns 400.
  PUT /tasks/{unknown} {title: ""} → 400
refreshes-updated-at | spec 2 | PUT refreshes 'updatedAt'. | WAIT
  PUT /tasks/{task.id} +{} → /updatedAt > {task.updatedAt}
keeps-created-at | spec 2 | PUT keeps 'createdAt'. | WAIT
  PUT /tasks/{task.id} +{} → {createdAt: {task.createdAt}}
changes-dueDate | spec 4, current | PUT replaces 'dueDate'.
  POST /tasks +{dueDate: "2030-01-01"} as old
  PUT /tasks/{old.id} +{dueDate: "2031-02-03"}
  GET /tasks/{old.id} → {dueDate: "2031-02-03"}
keeps-attachments | spec 2, current | Attachments stay when their task is replaced.
  ${FILE}
  PUT /tasks/{task.id} +{} → {attachments: {files}}
  GET /tasks/{task.id} → {attachments: {files}}
ignores-attachments | decision 4, current | 'attachments' in the request is ignored.
  ${FILE}
  PUT /tasks/{task.id} +{attachments: []} → {attachments: {files}}
requires-status | spec 2, current | PUT requires a status. | PUT /tasks/{task.id} {title: "x"} → 400
`)
for (const [field, value] of Object.entries(NEW)) {
  replace(`
    changes-${field} | spec ${field === 'status' ? 3 : 4} | PUT replaces '${field}'.
      ${CREATE}
      ${REPLACE}
      GET /tasks/{old.id} → /${field} = ${JSON.stringify(value)}`)
}
const DEFAULTS: [field: string, value: string, fallback: string, scope?: 'current'][] = [
  ['description', '"text"', 'null'],
  ['priority', '"URGENT"', '"MEDIUM"'],
  ['labels', '["a"]', '[]'],
  ['dueDate', '"2030-01-01"', 'null', 'current'],
  ['checklistItems', '[{text: "x"}]', '[]', 'current'],
]
for (const [field, value, fallback, scope = ''] of DEFAULTS) {
  replace(`
    omitted-${field} | decision 19, ${scope} | PUT without '${field}', or with 'null', sets it to '${fallback}'.
      POST /tasks +{${field}: ${value}} as old
      PUT /tasks/{old.id} +{}
      GET /tasks/{old.id} → /${field} = ${fallback}
      PUT /tasks/{old.id} +{${field}: ${value}}
      PUT /tasks/{old.id} +{${field}: null}
      GET /tasks/{old.id} → /${field} = ${fallback}`)
}
