import { area } from '../check.js'

/** POST /tasks: the response, and the values that are stored. */
export const create = area('create')

create(`
returns-201 | spec 4 | POST /tasks returns 201. | POST /tasks +{} → 201
returns-json | introduction | A task is sent as 'application/json'.
  POST /tasks +{} → header content-type ~ /^application\\/json\\b/i
can-be-read | spec 4 | A created task can be read with its id. | POST /tasks +{title: "Read me"} as new
  GET /tasks/{new.id} → {id: {new.id}, title: "Read me"}
same-as-read | spec 4 | POST /tasks returns the same task as GET /tasks/{id}.
  POST /tasks +{description: "text", priority: "LOW", labels: ["a"]} as new
  GET /tasks/{new.id} → body = {new}
id-is-integer | spec 2 | The server generates an integer 'id'. | POST /tasks +{} → /id is integer
ids-differ | spec 2 | Two tasks have different ids. | GET /tasks/{task.id} → /id ≠ {other.id}
default-priority | spec 2 | The default of 'priority' is MEDIUM. | POST /tasks +{} → {priority: "MEDIUM"}
comments-empty | spec 2 | A new task has 'comments: []'. | POST /tasks +{} → {comments: []}
created-at-format | spec 2 | 'createdAt' has the format YYYY-MM-DDTHH:mm:ssZ.
  POST /tasks +{} → /createdAt is timestamp
updated-at-format | spec 2 | 'updatedAt' has the format YYYY-MM-DDTHH:mm:ssZ.
  POST /tasks +{} → /updatedAt is timestamp
null-priority | decision 6 | 'priority: null' means the default priority.
  POST /tasks +{priority: null} → {priority: "MEDIUM"}
blank-description | decision 8 | A description may be blank.
  POST /tasks +{description: " \\t"} → {description: " \\t"}
ignores-any-value | decision 4 | Ignored fields may have values of any type.
  POST /tasks +{id: "x", sortOrder: "first", comments: 5, attachments: 5, createdAt: "never", updatedAt: null} → 201
ignores-unknown | decision 4 | Unknown fields in the request are ignored.
  POST /tasks +{color: "red", constructor: 1, toString: "x", hasOwnProperty: 1, "": []}
  → /id is integer ; /color is absent
attachments-empty | spec 2, current | A new task has 'attachments: []'. | POST /tasks +{} → {attachments: []}
sort-order-is-integer | spec 2, current | 'sortOrder' is an integer. | POST /tasks +{} → /sortOrder is integer
past-due-date | decision 10, current | 'dueDate' may be in the past.
  POST /tasks +{dueDate: "1999-12-31"} → {dueDate: "1999-12-31"}
leap-day | decision 10, current | 'dueDate' may be a leap day.
  POST /tasks +{dueDate: "2028-02-29"} → {dueDate: "2028-02-29"}
ignores-sortOrder | decision 4, current | 'sortOrder' in the request is ignored.
  POST /tasks +{sortOrder: 4711} → /sortOrder ≠ 4711
ignores-attachments | decision 4, current | 'attachments' in the request is ignored.
  POST /tasks +{attachments: [{id: 1, fileName: "x"}]} → {attachments: []}
location | decision 22 | The 201 for a task has 'Location' with the path of the task.
  POST /tasks?unknown=1 +{} as new
  → header location ~ /^((https?:\\/\\/[^/]+)?{path}\\/)?tasks\\/{new.id}$/
`)

for (const [name, source, title, field, value] of [
  ['keeps-title', 'spec 2', 'The title is stored.', 'title', 'Write the report'],
  ['keeps-description', 'spec 2', 'The description is stored.', 'description', 'For all figures'],
  ['keeps-labels', 'spec 2', 'Labels are stored.', 'labels', ['home', 'garden']],
  ['keeps-due-date', 'spec 2, current', "'dueDate' is stored as a date without a time.", 'dueDate', '2030-05-17'],
  ['shortest-title', 'spec 8', 'A title of 1 character is accepted.', 'title', 'x'],
  ['empty-description', 'spec 8', 'An empty description is accepted.', 'description', ''],
  ['longest-description', 'spec 8', 'A description of 500 characters is accepted.', 'description', 'd'.repeat(500)],
  ['longest-title', 'spec 8', 'A title of 100 characters is accepted.', 'title', 't'.repeat(100)],
] as const) {
  const values = JSON.stringify({ [field]: value })
  create(`
    ${name} | ${source} | ${title} | POST /tasks +${values} as new → ${values}
      GET /tasks/{new.id} → ${values}`)
}
for (const status of ['TODO', 'IN_PROGRESS', 'DONE']) {
  create(`
    status-${status} | spec 3 | A task can be created with the status ${status}.
      POST /tasks +{status: "${status}"} → {status: "${status}"}`)
}
for (const priority of ['LOW', 'MEDIUM', 'HIGH', 'URGENT']) {
  create(`
    priority-${priority} | spec 2 | A task can have the priority ${priority}.
      POST /tasks +{priority: "${priority}"} → {priority: "${priority}"}`)
}
for (const [field, value, scope = ''] of [
  ['description', 'null'],
  ['dueDate', 'null', 'current'],
  ['labels', '[]'],
  ['checklistItems', '[]', 'current'],
]) {
  create(`
    absent-${field} | decision 17, ${scope} | An absent '${field}' is '${value}'.
      POST /tasks +{} → {${field}: ${value}}
    null-${field} | decision 6, ${scope} | '${field}: null' means the same as leaving it out.
      POST /tasks +{${field}: null} → {${field}: ${value}}`)
}
for (const [field, value] of [
  ['id', '987654321'],
  ['createdAt', '"2001-01-01T00:00:00Z"'],
  ['updatedAt', '"2001-01-01T00:00:00Z"'],
  ['comments', '[{id: 1, text: "x"}]'],
]) {
  create(`
    ignores-${field} | decision 4 | '${field}' in the request is ignored.
      POST /tasks +{${field}: ${value}} → /${field} ≠ ${value}`)
}
