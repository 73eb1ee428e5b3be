import { ANY, challengesIn, on, type Solutions, type Step } from './challenge.js'
import { fieldsOf, hasErrorFor, lengthOf, listOf, textOf } from './look.js'

function onRefused(field: string, isWanted: (value: unknown) => boolean): Step {
  return on('POST /tasks', 400, (exchange) => isWanted(exchange.sent[field]) && hasErrorFor(exchange, field))
}

const TEXTS = `
title-missing | A task without a title | errors.md, section 4
  Try to create a task without a title. Find the name of the invalid field in the response.
  - Leave 'title' out.
  - 'errors' in the response names each invalid field.
  - Send only '{"status": "TODO"}'. The status is 400.
  $ curl $BOARD/api/v1/tasks -H "$JSON" -d '{"status": "TODO"}'
  ≠ curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack"}'
title-101 | One character too many | decisions.md#requests, section 8
  Try to create a task with a title of exactly 101 characters.
  - A boundary has two sides: 100 is allowed, 101 is not.
  - Let your tool repeat a letter.
  - In Bash, \`printf 'a%.0s' $(seq 101)\` prints 101 letters. The status is 400.
  $ TITLE=$(printf 'a%.0s' $(seq 101))
  ≠ TITLE=$(printf 'a%.0s' $(seq 102))
  = curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "'$TITLE'", "status": "TODO"}'
title-blank | A title of spaces | decisions.md#requests, section 8
  Try to create a task with a title that has only spaces.
  - Three spaces are three characters. Is that enough?
  - A title needs at least one character that is not white space.
  - Send '"title": "   "'. The status is 400.
  $ curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "   ", "status": "TODO"}'
  ≠ curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "", "status": "TODO"}'
title-empty | An empty title | decisions.md#requests, section 8
  Try to create a task with an empty title.
  - The lower boundary of the title is 1 character.
  - The field is there, but its text is empty.
  - Send '"title": ""'. The status is 400.
  $ curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "", "status": "TODO"}'
  ≠ curl $BOARD/api/v1/tasks -H "$JSON" -d '{"status": "TODO"}'
title-number | A number instead of a string | decisions.md#requests, section 2
  Try to create a task whose title is a JSON number.
  - Does the service turn 5 into "5"?
  - In JSON, numbers have no quotes.
  - Send '"title": 5'. The status is 400.
  $ curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": 5, "status": "TODO"}'
  ≠ curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "5", "status": "TODO"}'
null-character | A character that no text may have | decisions.md#text, section 2
  Try to create a task whose title contains the character U+0000.
  - JSON can write every character as an escape.
  - The escape has four digits after a backslash and a 'u'.
  - Send '"title": "a\\u0000b"'. The status is 400.
  $ curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "a\\u0000b", "status": "TODO"}'
  ≠ curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "a\\u0001b", "status": "TODO"}'
description-501 | A description that is too long | decisions.md#requests, section 8
  Try to create a task with a description of exactly 501 characters.
  - 500 characters are allowed.
  - Let your tool repeat a letter.
  - In Bash, \`printf 'a%.0s' $(seq 501)\` prints 501 letters. The status is 400.
  $ TEXT=$(printf 'a%.0s' $(seq 501))
  ≠ TEXT=$(printf 'a%.0s' $(seq 500))
  = curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Long", "status": "TODO", "description": "'$TEXT'"}'
status-unknown | A status that does not exist | errors.md, section 2
  Try to create a task with a status that the contract does not know.
  - There are three statuses.
  - Case matters.
  - Send '"status": "todo"'. The response is 400.
  $ curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "todo"}'
  ≠ curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack"}'
impossible-day | A day that no calendar has | decisions.md#requests, section 2
  Try to create a task that is due on a day that does not exist.
  - The format can be right, and the day still wrong.
  - February has no 30th day.
  - Send '"dueDate": "2026-02-30"'. The status is 400.
  $ curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO", "dueDate": "2026-02-30"}'
  ≠ curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO", "dueDate": "tomorrow"}'
  ≠ curl $BOARD/api/v1/tasks -H "$JSON" -d '{"status": "TODO", "dueDate": "2026-02-28"}'
labels-11 | One label too many | decisions.md#requests, section 2
  Try to create a task with more than 10 labels.
  - The limit itself is allowed.
  - 'labels' is a list of texts.
  - Send 11 labels, which may be equal. The status is 400.
  $ curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Labels", "status": "TODO", "labels": ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"]}'
  ≠ curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Labels", "status": "TODO", "labels": ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"]}'
checklist-text-201 | A checklist item that is too long | decisions.md#errors, section 8
  Try to create a task with a checklist item of exactly 201 characters. How does 'errors' name this field?
  - 200 characters are allowed.
  - 'errors' names the item by its place in the list, counted from 0.
  - In Bash, \`printf 'a%.0s' $(seq 201)\` prints 201 letters. The key is \`checklistItems[0].text\`.
  $ TEXT=$(printf 'a%.0s' $(seq 201))
  $ curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO", "checklistItems": [{"text": "'$TEXT'"}]}'
  ≠ curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO", "checklistItems": [{"text": ""}]}'
three-errors | Three errors at once | errors.md, section 2
  Send one request for which the response names at least three invalid fields or parameters.
  - The service checks all fields, and does not stop at the first error.
  - Make 'title', 'status' and 'priority' invalid in one request.
  - 'errors' then has three members.
  $ curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "", "status": "x", "priority": "x"}'
  ≠ curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "", "status": "x"}'
`

const STEPS: Solutions = {
  'title-missing': onRefused('title', (title) => title == null),
  'title-101': onRefused('title', (title) => lengthOf(title) === 101),
  'title-blank': onRefused('title', (title) => /^\p{Zs}+$/u.test(textOf(title))),
  'title-empty': on('POST /tasks', 400, ({ sent }) => sent.title === ''),
  'title-number': onRefused('title', (title) => typeof title === 'number'),
  'null-character': on('POST /tasks', 400, ({ sent }) => textOf(sent.title).includes('\0')),
  'description-501': on('POST /tasks', 400, ({ sent }) => lengthOf(sent.description) === 501),
  'status-unknown': onRefused('status', (status) => status != null),
  'impossible-day': onRefused('dueDate', (day) => /^\d{4}-\d\d-\d\d$/.test(textOf(day))),
  'labels-11': onRefused('labels', Array.isArray),
  'checklist-text-201': on('POST /tasks', 400, ({ sent }) =>
    listOf(sent.checklistItems).some(({ text }) => lengthOf(text) === 201),
  ),
  'three-errors': on(ANY, 400, ({ received }) => Object.keys(fieldsOf(fieldsOf(received).errors)).length >= 3),
}

export const ERRORS_OF_FIELDS = challengesIn('errors', TEXTS, STEPS)
