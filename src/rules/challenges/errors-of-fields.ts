import { ANY, challengesIn, on, type Step } from './challenge.js'
import { fieldsOf, hasErrorFor, lengthOf, listOf, textOf } from './look.js'

function onRefused(field: string, isWanted: (value: unknown) => boolean): Step {
  return on('POST /tasks', 400, (exchange) => isWanted(exchange.sent[field]) && hasErrorFor(exchange, field))
}

export const ERRORS_OF_FIELDS = challengesIn('errors', {
  'title-missing': {
    title: 'A task without a title',
    task: 'Try to create a task without a title. Find the name of the invalid field in the response.',
    hints: [
      'Leave `title` out.',
      '`errors` in the response names each invalid field.',
      'Send only `{"status": "TODO"}`. The status is 400.',
    ],
    teaches: { page: 'errors.md', section: 4 },
    solution: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"status": "TODO"}'`,
    nearMiss: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack"}'`,
    steps: onRefused('title', (title) => title == null),
  },
  'title-101': {
    title: 'One character too many',
    task: 'Try to create a task with a title of exactly 101 characters.',
    hints: [
      'A boundary has two sides: 100 is allowed, 101 is not.',
      'Let your tool repeat a letter.',
      "In Bash, `printf 'a%.0s' $(seq 101)` prints 101 letters. The status is 400.",
    ],
    teaches: { page: 'decisions.md#requests', section: 8 },
    solution: `TITLE=$(printf 'a%.0s' $(seq 101))`,
    nearMiss: `TITLE=$(printf 'a%.0s' $(seq 102))`,
    after: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "'$TITLE'", "status": "TODO"}'`,
    steps: onRefused('title', (title) => lengthOf(title) === 101),
  },
  'title-blank': {
    title: 'A title of spaces',
    task: 'Try to create a task with a title that has only spaces.',
    hints: [
      'Three spaces are three characters. Is that enough?',
      'A title needs at least one character that is not white space.',
      'Send `"title": "   "`. The status is 400.',
    ],
    teaches: { page: 'decisions.md#requests', section: 8 },
    solution: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "   ", "status": "TODO"}'`,
    nearMiss: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "", "status": "TODO"}'`,
    steps: onRefused('title', (title) => /^\p{Zs}+$/u.test(textOf(title))),
  },
  'title-empty': {
    title: 'An empty title',
    task: 'Try to create a task with an empty title.',
    hints: [
      'The lower boundary of the title is 1 character.',
      'The field is there, but its text is empty.',
      'Send `"title": ""`. The status is 400.',
    ],
    teaches: { page: 'decisions.md#requests', section: 8 },
    solution: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "", "status": "TODO"}'`,
    nearMiss: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"status": "TODO"}'`,
    steps: on('POST /tasks', 400, ({ sent }) => sent.title === ''),
  },
  'title-number': {
    title: 'A number instead of a text',
    task: 'Try to create a task whose title is a JSON number.',
    hints: [
      'Does the service turn 5 into "5"?',
      'In JSON, numbers have no quotes.',
      'Send `"title": 5`. The status is 400.',
    ],
    teaches: { page: 'decisions.md#requests', section: 2 },
    solution: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": 5, "status": "TODO"}'`,
    nearMiss: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "5", "status": "TODO"}'`,
    steps: onRefused('title', (title) => typeof title === 'number'),
  },
  'null-character': {
    title: 'A character that no text may have',
    task: 'Try to create a task whose title contains the character U+0000.',
    hints: [
      'JSON can write every character as an escape.',
      'The escape has four digits after a backslash and a `u`.',
      'Send `"title": "a\\u0000b"`. The status is 400.',
    ],
    teaches: { page: 'decisions.md#text', section: 2 },
    solution: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "a\\u0000b", "status": "TODO"}'`,
    nearMiss: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "a\\u0001b", "status": "TODO"}'`,
    steps: on('POST /tasks', 400, ({ sent }) => textOf(sent.title).includes('\0')),
  },
  'description-501': {
    title: 'A description that is too long',
    task: 'Try to create a task with a description of exactly 501 characters.',
    hints: [
      '500 characters are allowed.',
      'Let your tool repeat a letter.',
      "In Bash, `printf 'a%.0s' $(seq 501)` prints 501 letters. The status is 400.",
    ],
    teaches: { page: 'decisions.md#requests', section: 8 },
    solution: `TEXT=$(printf 'a%.0s' $(seq 501))`,
    nearMiss: `TEXT=$(printf 'a%.0s' $(seq 500))`,
    after: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Long", "status": "TODO", "description": "'$TEXT'"}'`,
    steps: on('POST /tasks', 400, ({ sent }) => lengthOf(sent.description) === 501),
  },
  'status-unknown': {
    title: 'A status that does not exist',
    task: 'Try to create a task with a status that the contract does not know.',
    hints: ['There are three statuses.', 'Case matters.', 'Send `"status": "todo"`. The response is 400.'],
    teaches: { page: 'errors.md', section: 2 },
    solution: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "todo"}'`,
    nearMiss: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack"}'`,
    steps: onRefused('status', (status) => status != null),
  },
  'impossible-day': {
    title: 'A day that no calendar has',
    task: 'Try to create a task that is due on a day that does not exist.',
    hints: [
      'The format can be right, and the day still wrong.',
      'February has no 30th day.',
      'Send `"dueDate": "2026-02-30"`. The status is 400.',
    ],
    teaches: { page: 'decisions.md#requests', section: 2 },
    solution: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO", "dueDate": "2026-02-30"}'`,
    nearMiss: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO", "dueDate": "tomorrow"}'
curl $BOARD/api/v1/tasks -H "$JSON" -d '{"status": "TODO", "dueDate": "2026-02-28"}'`,
    steps: onRefused('dueDate', (day) => /^\d{4}-\d\d-\d\d$/.test(textOf(day))),
  },
  'labels-11': {
    title: 'One label too many',
    task: 'Try to create a task with more than 10 labels.',
    hints: [
      'The limit itself is allowed.',
      '`labels` is a list of texts.',
      'Send 11 labels, which may be equal. The status is 400.',
    ],
    teaches: { page: 'decisions.md#requests', section: 2 },
    solution: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Labels", "status": "TODO", "labels": ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"]}'`,
    nearMiss: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Labels", "status": "TODO", "labels": ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"]}'`,
    steps: onRefused('labels', Array.isArray),
  },
  'checklist-text-201': {
    title: 'A checklist item that is too long',
    task: 'Try to create a task with a checklist item of exactly 201 characters. How does `errors` name this field?',
    hints: [
      '200 characters are allowed.',
      '`errors` names the item by its place in the list, counted from 0.',
      "In Bash, `printf 'a%.0s' $(seq 201)` prints 201 letters. The key is `checklistItems[0].text`.",
    ],
    teaches: { page: 'decisions.md#errors', section: 8 },
    solution: `TEXT=$(printf 'a%.0s' $(seq 201))
curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO", "checklistItems": [{"text": "'$TEXT'"}]}'`,
    nearMiss: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO", "checklistItems": [{"text": ""}]}'`,
    steps: on('POST /tasks', 400, ({ sent }) => listOf(sent.checklistItems).some(({ text }) => lengthOf(text) === 201)),
  },
  'three-errors': {
    title: 'Three errors at once',
    task: 'Send one request for which the response names at least three invalid fields or parameters.',
    hints: [
      'The service checks all fields, and does not stop at the first error.',
      'Make `title`, `status` and `priority` invalid in one request.',
      '`errors` then has three members.',
    ],
    teaches: { page: 'errors.md', section: 2 },
    solution: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "", "status": "x", "priority": "x"}'`,
    nearMiss: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "", "status": "x"}'`,
    steps: on(ANY, 400, ({ received }) => Object.keys(fieldsOf(fieldsOf(received).errors)).length >= 3),
  },
})
