import { area } from '../check.js'

/** What the variants have in common. */
export const variants = area('variants', 'v1 buggy')

variants(`
ignores-bearer | decision 2 | The header 'Authorization: Bearer not-a-token' is ignored.
  GET /tasks with not-a-token → 200
ignores-malformed | decision 2 | The header 'Authorization: rubbish' is ignored.
  GET /tasks with authorization: rubbish → 200
ignores-basic | decision 2 | The header 'Authorization: Basic dXNlcjp1c2Vy' is ignored.
  GET /tasks with authorization: Basic dXNlcjp1c2Vy → 200
ignores-scheme-alone | decision 2 | The header 'Authorization: Bearer' is ignored.
  GET /tasks with authorization: Bearer → 200
ignores-empty | decision 2 | The header 'Authorization: ' is ignored. | GET /tasks with authorization: → 200
needs-no-token | spec 5 | No token is required. | POST /tasks +{} → 201
has-no-login | spec 4 | POST /auth/login belongs to v2 only. | POST /auth/login {user} → 404
has-no-refresh | spec 4 | POST /auth/refresh belongs to v2 only. | POST /auth/refresh {user} → 404
has-no-logout | spec 4 | POST /auth/logout belongs to v2 only. | POST /auth/logout {user} → 404
has-no-me | spec 4 | GET /auth/me belongs to v2 only. | GET /auth/me → 404
has-reorder | spec 4, current | Reorder exists in this variant.
  POST /tasks/{task.id}/reorder {targetStatus: "DONE", targetIndex: 0} → {id: {task.id}}
v2-sees-task | decision 1, v1 | The tasks of v1 exist in v2. | v2 GET /tasks/{task.id} → body = {task}
v1-sees-task | decision 1, v2 | The tasks of v2 exist in v1. | v1 GET /tasks/{task.id} → body = {task}
same-as-v1 | decision 35, buggy | Without a fault, a task is the same as in v1.
  GET /tasks/{task.id} as read
  v1 GET /tasks/{task.id} → body = {read}
same-list-as-v1 | decision 35, buggy | Without a fault, a list is the same as in v1.
  POST /tasks +{}
  v1 GET /tasks as list
  GET /tasks → body = {list}
`)
for (const [name, other] of [
  ['v1', 'v2'],
  ['v2', 'v1'],
  ['buggy', 'v1'],
]) {
  variants(`
    ${other}-sees-changes-of-${name} | decision 1, ${name} | Changes and deletions in ${name} are visible in ${other}.
      ${other} POST /tasks +{} as before
      GET /tasks/{before.id}
      POST /tasks/{before.id}/comments {text: "A comment"}
      PUT /tasks/{before.id} +{title: "Changed"} as changed
      ${other} GET /tasks/{before.id} → body = {changed}
      DELETE /tasks/{before.id} → any
      ${other} GET /tasks/{before.id} → 404`)
}
