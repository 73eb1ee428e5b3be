import { area } from '../check.js'
import { ON_TASK } from '../operations.js'

/** Read and delete tasks, ids, and DELETE /tasks. */
export const tasks = area('tasks')

tasks(`
get-returns-200 | spec 4 | GET /tasks/{id} returns 200. | GET /tasks/{task.id} → 200
get-unknown | spec 7 | GET of an unknown task returns 404. | GET /tasks/{unknown} → 404
delete-returns-204 | spec 4 | DELETE /tasks/{id} returns 204. | DELETE /tasks/{task.id} → 204
delete-has-no-body | spec 4 | The response of DELETE /tasks/{id} is empty. | DELETE /tasks/{task.id} → text = ""
delete-removes | spec 3 | A deleted task is gone.
  DELETE /tasks/{task.id} → any
  GET /tasks/{task.id} → 404
delete-keeps-others | spec 3 | DELETE of a task keeps the other tasks.
  DELETE /tasks/{other.id} → any
  GET /tasks/{task.id} → 200
delete-unknown | spec 7 | DELETE of an unknown task returns 404. | DELETE /tasks/{unknown} → 404
delete-twice | spec 7 | The second DELETE of a task returns 404.
  DELETE /tasks/{task.id} → any
  DELETE /tasks/{task.id} → 404
delete-with-content-type | decision 7 | DELETE accepts 'Content-Type' with no body.
  DELETE /tasks/{task.id} with content-type: application/json → 204
ids-not-reused | decision 21 | The id of a deleted task is not used again.
  DELETE /tasks/{task.id} → any
  POST /tasks +{} → /id > {task.id}
ids-not-reused-after-delete-all | decision 21 | DELETE /tasks frees no ids. | CLEAR
  POST /tasks +{} → /id > {task.id}
id-largest | decision 11 | The id 9007199254740991 is valid: it returns 404. | GET /tasks/9007199254740991 → 404
delete-all-returns-204 | spec 4, current | DELETE /tasks returns 204. | DELETE /tasks → 204
delete-all-has-no-body | spec 4, current | The response of DELETE /tasks is empty. | DELETE /tasks → text = ""
delete-all-removes | spec 1, current | DELETE /tasks deletes all tasks.
  21 times POST /tasks +{}
  POST /tasks +{status: "DONE"}
  POST /tasks +{status: "IN_PROGRESS"}
  DELETE /tasks → any
  GET /tasks → {content: [], totalElements: 0}
delete-all-when-empty | spec 4, current | DELETE /tasks of an empty board returns 204. | CLEAR
  DELETE /tasks → 204
delete-all-removes-comments | decision 24, current | DELETE /tasks deletes comments.
  DELETE /tasks → any
  PUT /tasks/{task.id}/comments/{comment.id} {text: "x"} → 404
delete-all-removes-attachments | decision 24, current | DELETE /tasks deletes attachments.
  DELETE /tasks → any
  GET /tasks/{task.id}/attachments/{file.id} → 404
all-fields | spec 2, current | A task has the fields of the specification.
  GET /tasks/{task.id} → body has id, title, description, status, priority, dueDate, sortOrder, labels
  → body has checklistItems, comments, attachments, createdAt, updatedAt
delete-at-once | spec 7 | If two requests delete a task at once, one returns 404.
  DELETE /tasks/{task.id} & DELETE /tasks/{task.id} → statuses = [204, 404]
`)

const IDS = [
  ...'abc 1.0 1e0 01 0 -1 +1 9007199254740992 0x1 %20 1%20 1_0 1,0 1. %31%2E'.split(' '),
  ...['9'.repeat(300), 'NaN', '%EF%BC%91', '1%00', '1%2F2', '1%3F', '__proto__'],
]
for (const id of IDS) {
  const shown = id.slice(0, 20)
  tasks(`id-${shown} | decision 11 | The id '${shown}' is refused with 400. | GET /tasks/${id} → 400`)
}
for (const [name, request, scope = ''] of ON_TASK) {
  const steps = ['01', '0', 'abc'].map((id) => `${request.replace('{id}', id)} → 400`)
  const title = `${request.split(' ', 2).join(' ')}: an invalid id is refused with 400.`
  tasks([`${name}-invalid-id | decision 11, ${scope} | ${title}`, ...steps].join('\n'))
}
for (const from of ['TODO', 'IN_PROGRESS', 'DONE']) {
  for (const to of ['TODO', 'IN_PROGRESS', 'DONE']) {
    tasks(`
      ${from}-to-${to} | decision 21 | ${to} may follow ${from}. | POST /tasks +{status: "${from}"} as old
        PUT /tasks/{old.id} +{status: "${to}"} → {status: "${to}"}`)
  }
}
