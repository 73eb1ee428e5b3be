import { area } from '../check.js'

/** The access tokens that v2 accepts and refuses. */
export const access = area('access', 'v2')

const JSON_TYPE = 'with x with content-type: application/json'

const PROTECTED: [name: string, request: string, scope?: 'current'][] = [
  ['list', 'GET /tasks'],
  ['create', 'POST /tasks +{}'],
  ['get', 'GET /tasks/1'],
  ['replace', 'PUT /tasks/1 +{}'],
  ['delete', 'DELETE /tasks/1'],
  ['delete-all', 'DELETE /tasks'],
  ['summary', 'GET /tasks/summary'],
  ['comment', 'POST /tasks/1/comments {text: "x"}'],
  ['change-comment', 'PUT /tasks/1/comments/1 {text: "x"}'],
  ['delete-comment', 'DELETE /tasks/1/comments/1'],
  ['reorder', 'POST /tasks/1/reorder {targetStatus: "TODO", targetIndex: 0}', 'current'],
  ['delete-attachment', 'DELETE /tasks/1/attachments/1', 'current'],
  ['download', 'GET /tasks/1/attachments/1', 'current'],
  ['me', 'GET /auth/me'],
  ['logout', 'POST /auth/logout'],
]
for (const [name, request, scope = ''] of PROTECTED) {
  const source = name === 'download' ? 'decision 26' : 'spec 5'
  const what = request.split(' ', 2).join(' ')
  access(`
    missing-${name} | ${source}, current | ${what} without a token returns 403. | ${request} with none → 403
    tampered-${name} | ${source}, ${scope} | ${what} with a tampered token returns 403.
      ${request} with {login.token.^signature-changed} → 403`)
  if (scope !== '') continue
  access(`
    earlier-missing-${name} | decision 86, earlier | ${what} without a token returns 401. | ${request} with none → 401`)
}

for (const [name, source, what] of [
  ['signature-changed', 'spec 5', 'a changed signature'],
  ['role-changed', 'spec 5', 'a changed role'],
  ['user-changed', 'spec 5', 'a changed user'],
  ['expiry-changed', 'spec 5', 'a changed expiry'],
  ['signature-empty', 'spec 5', 'an empty signature'],
  ['signature-shorter', 'spec 5', 'a shorter signature'],
  ['alg-none', 'decision 31', "'alg: none'"],
]) {
  access(`
    token-${name} | ${source} | A token with ${what} is refused with 403.
      GET /auth/me with {login.token.^${name}} → 403`)
}

access(`
token-garbage | spec 5 | A token that is not a JWT is refused with 403. | GET /auth/me with garbage → 403
token-signature-missing | spec 5 | A token without a signature is refused with 403.
  GET /auth/me with {login.token.^signature-missing} → 403
token-other-key | spec 5 | A token that is signed with another key is refused with 403.
  GET /auth/me with {login.token.^other-key} → 403
token-four-parts | decision 31 | A token with four parts is refused with 403. | GET /auth/me with {login.token}.x → 403
token-last-bits | decision 31 | A token whose last unused bits were changed is refused with 403.
  GET /auth/me with {login.token.^last-bits} → 403
header-basic | spec 5 | The scheme 'Basic' is refused with 403.
  GET /auth/me with authorization: Basic {login.token} → 403
header-token-alone | spec 5 | A header without a scheme is refused with 403.
  GET /auth/me with authorization: {login.token} → 403
header-no-space | spec 5 | A header without a space is refused with 403.
  GET /auth/me with authorization: Bearer{login.token} → 403
header-scheme-alone | spec 5 | A header without a token is refused with 403.
  GET /auth/me with authorization: Bearer → 403
header-two-tokens | spec 5 | A header with two tokens is refused with 403.
  GET /auth/me with authorization: Bearer {login.token} {login.token} → 403
header-bearer | decision 31 | The scheme may be written 'bearer'.
  GET /auth/me with authorization: bearer {login.token} → 200
header-BEARER | decision 31 | The scheme may be written 'BEARER'.
  GET /auth/me with authorization: BEARER {login.token} → 200
before-path | decision 31 | The token is checked before the id: 403, not 4xx. | GET /tasks/abc with x → 403
before-query | decision 31 | The token is checked before the query: 403, not 4xx.
  GET /tasks?size=0&sort=nothing with x → 403
before-body | decision 31 | The token is checked before the fields of the body: 403, not 4xx.
  POST /tasks {} with x → 403
before-json | decision 31 | The token is checked before malformed JSON: 403, not 4xx.
  POST /tasks raw { ${JSON_TYPE} → 403
before-media-type | decision 31 | The token is checked before the media type: 403, not 4xx.
  POST /tasks raw x with x with content-type: text/plain → 403
before-size | decision 31 | The token is checked before the size of the body: 403, not 4xx.
  POST /tasks raw ${'x'.repeat(2_000_000)} ${JSON_TYPE} → 403
before-unread-body | decision 31 | The token is checked before a body that is not read: 403, not 4xx.
  DELETE /tasks raw { ${JSON_TYPE} → 403
before-logout | decision 31 | The token is checked before the body of a logout: 403, not 4xx.
  POST /auth/logout raw { ${JSON_TYPE} → 403
error-body | spec 2 | The body of the 403 has the shape of errors.
  GET /tasks with x → {status: 403, error: "Forbidden"}
before-unknown | decision 31 | The token is checked before the task: 403, not 404. | GET /tasks/{unknown} with x → 403
unknown-path | decision 31 | An unknown path returns 404 without a token. | GET /nothing with none → 404
unknown-path-invalid | decision 31 | An unknown path returns 404 with an invalid token. | GET /nothing with x → 404
wrong-method | decision 31 | A wrong method returns 405 without a token. | PATCH /tasks with none → 405
wrong-method-invalid | decision 31 | A wrong method returns 405 with an invalid token. | PATCH /tasks with x → 405
refused-changes-nothing | spec 5 | A request without a valid token changes nothing.
  DELETE /tasks/{task.id} with x → any
  PUT /tasks/{task.id} +{title: "New"} with x → any
  POST /tasks/{task.id}/comments {text: "New"} with x → any
  DELETE /tasks/{task.id} with none → any
  PUT /tasks/{task.id} +{title: "New"} with none → any
  POST /tasks/{task.id}/comments {text: "New"} with none → any
  GET /tasks/{task.id} → body = {task}
user-delete-all | spec 5 | DELETE /tasks with the role USER returns 403. | DELETE /tasks with {login.token} → 403
user-delete-all-keeps-tasks | spec 4 | DELETE /tasks as USER deletes nothing.
  DELETE /tasks with {login.token} → any
  GET /tasks/{task.id} → 200
admin-delete-all | spec 4 | DELETE /tasks with the role ADMIN returns 204. | DELETE /tasks → 204
user-changes-task | decision 3 | The role USER may change a task of another account.
  PUT /tasks/{task.id} +{title: "New"} with {login.token} → {title: "New"}
empty-header | decision 31 | An empty 'Authorization' header is refused with 403.
  GET /tasks with authorization:  → 403
user-deletes-task | decision 3 | The role USER may delete a task of another account.
  DELETE /tasks/{task.id} with {login.token} → 204
user-sees-tasks | decision 3 | Every account sees the same tasks.
  GET /tasks/{task.id} with {login.token} → body = {task}
before-upload | decision 31, current | The token is checked before the upload: 403, not 4xx.
  POST /tasks/x/attachments raw {} ${JSON_TYPE} → 403
missing-upload | spec 5, current | An upload without a token returns 403.
  POST /tasks/1/attachments raw x with none → 403
missing-before-unknown | decision 31, current | A missing token is refused before the task is read.
  GET /tasks/{unknown} with none → 403
challenge | decision 86, earlier | The 401 has 'WWW-Authenticate: Bearer'.
  GET /tasks with none → header www-authenticate = "Bearer"
`)
