import { area } from '../check.js'

/** The comments of a task. */
export const comments = area('comments')

const CREATE = 'POST /tasks/{task.id}/comments'
const UPDATE = 'PUT /tasks/{task.id}/comments/{comment.id}'
const LONGEST = JSON.stringify('🚀'.repeat(1000))

comments(`
create-returns-201 | spec 7 | Creating a comment returns 201. | ${CREATE} {text: "x"} → 201
create-returns-comment | decision 23 | Creating a comment returns the comment. | ${CREATE} {text: "x"} → {text: "x"}
fields | decision 23 | A comment has the fields of the specification.
  ${CREATE} {text: "x"} → body has createdAt, id, text, updatedAt
appears-on-task | spec 2 | A comment appears on its task. | ${CREATE} {text: "Hello"} → any
  GET /tasks/{task.id} → /comments/0/text = "Hello"
id-is-integer | spec 2 | The server assigns an integer id. | ${CREATE} {text: "x"} → any
  GET /tasks/{task.id} → /comments/0/id is integer
createdAt-format | spec 2 | 'createdAt' of a comment has the format of timestamps. | ${CREATE} {text: "x"} → any
  GET /tasks/{task.id} → /comments/0/createdAt is timestamp
updatedAt-format | spec 2 | 'updatedAt' of a comment has the format of timestamps. | ${CREATE} {text: "x"} → any
  GET /tasks/{task.id} → /comments/0/updatedAt is timestamp
in-order | decision 93 | A new comment is appended to those of the task.
  ${CREATE} {text: "first"}
  ${CREATE} {text: "second"}
  ${CREATE} {text: "third"}
  GET /tasks/{task.id} → /comments/*/text = ["first", "second", "third"]
update-returns-200 | decision 23 | Updating a comment returns 200. | ${UPDATE} {text: "New"} → 200
update-returns-comment | decision 23 | Updating a comment returns the comment.
  ${UPDATE} {text: "New"} → {id: {comment.id}, text: "New", createdAt: {comment.createdAt}}
update-changes-text | spec 4 | Updating a comment changes its text. | ${UPDATE} {text: "New"} → any
  GET /tasks/{task.id} → /comments/0 contains {id: {comment.id}, text: "New"}
delete-returns-204 | decision 23 | Deleting a comment returns 204. | DELETE /tasks/{task.id}/comments/{comment.id} → 204
delete-removes | spec 4 | A deleted comment is gone, and the others stay. | ${CREATE} {text: "second"}
  DELETE /tasks/{task.id}/comments/{comment.id} → any
  GET /tasks/{task.id} → /comments/*/text = ["second"]
ignores-fields | decision 4 | The id and the timestamps in the request are ignored.
  ${CREATE} {text: "x", id: 4711, createdAt: "never"} as created → /id ≠ 4711 ; /createdAt ≠ "never"
  PUT /tasks/{task.id}/comments/{created.id} {id: 4711, createdAt: "never", updatedAt: 5, text: "y"}
  → {id: {created.id}, text: "y", createdAt: {created.createdAt}}
longest | decision 9 | A comment may have 1000 characters. | ${CREATE} {text: ${LONGEST}}
  GET /tasks/{task.id} → /comments/0/text = ${LONGEST}
text-as-sent | decision 8 | The text of a comment is stored exactly as sent.
  ${CREATE} {text: " <b>x</b>\\n& \\"y\\" "}
  GET /tasks/{task.id} → /comments/0/text = " <b>x</b>\\n& \\"y\\" "
at-once | decision 93 | Simultaneous comments are all stored.
  ${CREATE} {text: "first"} & ${CREATE} {text: "second"}
  GET /tasks/{task.id} → /comments/*/text sorted = ["first", "second"]
create-unknown-task | spec 7 | A comment on an unknown task returns 404.
  POST /tasks/{unknown}/comments {text: "x"} → 404
delete-with-task | decision 24 | The comments of a deleted task are gone.
  DELETE /tasks/{task.id}
  ${UPDATE} {text: "x"} → 404
update-refreshes-updated-at | decision 23 | Updating a comment refreshes its 'updatedAt'. | WAIT
  ${UPDATE} {text: "New"} → /updatedAt > {comment.updatedAt}
update-keeps-created-at | decision 23 | PUT keeps 'createdAt'. | WAIT
  ${UPDATE} {text: "New"} → /createdAt = {comment.createdAt}
create-keeps-task-updated-at | decision 22 | A new comment does not change 'updatedAt' of its task. | WAIT
  ${CREATE} {text: "x"}
  GET /tasks/{task.id} → /updatedAt = {task.updatedAt}
changes-keep-task-updated-at | decision 22 | A changed and a deleted comment do not change 'updatedAt' of the task.
  WAIT
  ${UPDATE} {text: "New"} → any
  DELETE /tasks/{task.id}/comments/{comment.id} → any
  GET /tasks/{task.id} → /updatedAt = {task.updatedAt}
`)

const REFUSED: [name: string, section: string, title: string, json: object][] = [
  ['text-missing', 'decision 9', 'The text of a comment is required.', {}],
  ['text-empty', 'decision 9', 'An empty comment is refused.', { text: '' }],
  ['text-blank', 'decision 8', 'A comment of spaces is refused.', { text: '  ' }],
  ['text-null', 'decision 9', "'text: null' is refused.", { text: null }],
  ['text-number', 'decision 5', 'A number is not converted to a comment.', { text: 5 }],
  ['text-too-long', 'decision 9', 'A comment of 1001 characters is refused.', { text: 'x'.repeat(1001) }],
  ['text-list', 'decision 5', 'A list is not a comment.', { text: ['x'] }],
  ['text-null-character', 'decision 39', 'A comment with U+0000 is refused.', { text: 'a\0b' }],
  ['text-lone-surrogate', 'decision 39', 'A comment with an unpaired surrogate is refused.', { text: 'a\ud800' }],
]
for (const [name, section, title, json] of REFUSED) {
  comments(`
    create-${name} | ${section} | ${title} | ${CREATE} ${JSON.stringify(json)} → 400
    update-${name} | ${section} | PUT: ${title} | ${UPDATE} ${JSON.stringify(json)} → 400`)
}
for (const method of ['PUT {text: "x"}', 'DELETE']) {
  const [name = '', body = ''] = method.split(/ (.*)/)
  comments(`
    ${name}-unknown | decision 24 | ${name} of an unknown comment returns 404.
      ${name} /tasks/{task.id}/comments/{unknown} ${body} → 404 ; /message = "Comment not found with id: {unknown}"
    ${name}-of-other-task | decision 24 | ${name} of a comment of another task returns 404.
      ${name} /tasks/{other.id}/comments/{comment.id} ${body} → 404
      GET /tasks/{task.id} → /comments = [{comment}]
    ${name}-unknown-task | spec 7 | ${name} of a comment of an unknown task returns 404.
      ${name} /tasks/{unknown}/comments/1 ${body} → 404
    ${name}-invalid-id | decision 11 | ${name} of the comment 'abc' returns 400.
      ${name} /tasks/{task.id}/comments/abc ${body} → 400`)
}
