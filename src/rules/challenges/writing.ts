import { TaskInput } from '../../contract/schemas/task.js'
import { CREATED, challengesIn, on, onCreation, onVariant } from './challenge.js'
import {
  attemptOf,
  fieldsOf,
  hasOtherThanAscii,
  idIn,
  itemKeys,
  lastIdIn,
  lengthOf,
  listOf,
  taskIdIn,
  textOf,
} from './look.js'

/** 100 emoji. `\p{Emoji}` has digits too. The class keeps the time linear: most emoji have both properties. */
const HUNDRED_EMOJI = /^[\p{Emoji_Presentation}\p{Extended_Pictographic}]{100}$/u

/** The fields of a new task. */
const FIELDS = Object.keys(TaskInput.properties)

/** The operations with PUT. */
const PUT = ['PUT /tasks/:id', 'PUT /tasks/:id/comments/:commentId']

export const WRITING = challengesIn('writing', {
  'title-100': {
    title: 'The longest title',
    task: 'Create a task with a title of exactly 100 characters.',
    hints: [
      'The limit itself is allowed.',
      'Do not count by hand: let your tool repeat a letter.',
      "In Bash, `printf 'a%.0s' $(seq 100)` prints 100 letters.",
    ],
    teaches: { page: 'decisions.md#requests', section: 8 },
    solution: `TITLE=$(printf 'a%.0s' $(seq 100))`,
    nearMiss: `TITLE=$(printf 'a%.0s' $(seq 99))`,
    after: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "'$TITLE'", "status": "TODO"}'`,
    steps: onCreation(({ sent }) => lengthOf(sent.title) === 100),
  },
  'title-100-emoji': {
    title: 'What is a character?',
    task: 'Create a task with a title of exactly 100 emoji.',
    hints: [
      'Some languages count an emoji as two characters, some as four bytes.',
      'The service counts code points, so 100 emoji are 100 characters.',
      'Choose an emoji that is one code point, such as 🚀, and repeat it 100 times.',
    ],
    teaches: { page: 'decisions.md#requests', section: 8 },
    solution: `TITLE=$(printf '🚀%.0s' $(seq 100))`,
    nearMiss: `TITLE=$(printf '🚀%.0s' $(seq 50))`,
    after: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "'$TITLE'", "status": "TODO"}'`,
    steps: onCreation(({ sent }) => HUNDRED_EMOJI.test(textOf(sent.title))),
  },
  'title-unicode': {
    title: 'A title in another script',
    task: 'Create a task with a title that is not ASCII, and get the same title back.',
    hints: ['JSON texts are UTF-8.', 'Try Greek, Chinese or an emoji.', 'For example, use the title `買い物`.'],
    teaches: { page: 'decisions.md#requests', section: 2 },
    solution: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "買い物", "status": "TODO"}'`,
    nearMiss: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Shopping", "description": "買い物", "status": "TODO"}'`,
    steps: onCreation((exchange) => {
      const { title } = exchange.sent
      return hasOtherThanAscii(textOf(title)) && fieldsOf(exchange.received).title === title
    }),
  },
  'description-500': {
    title: 'The longest description',
    task: 'Create a task with a description of exactly 500 characters.',
    hints: [
      'The OpenAPI document names the limit: look at `description` of a task.',
      'Let your tool repeat a letter.',
      "In Bash, `printf 'a%.0s' $(seq 500)` prints 500 letters.",
    ],
    teaches: { page: 'decisions.md#requests', section: 8 },
    solution: `TEXT=$(printf 'a%.0s' $(seq 500))`,
    nearMiss: `TEXT=$(printf 'a%.0s' $(seq 100))`,
    after: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Long", "status": "TODO", "description": "'$TEXT'"}'`,
    steps: onCreation(({ sent }) => lengthOf(sent.description) === 500),
  },
  'labels-10': {
    title: 'As many labels as possible',
    task: 'Create a task with the largest number of labels.',
    hints: ['A task has at most 10 labels.', '`labels` is a list of texts.', 'Labels may repeat.'],
    teaches: { page: 'decisions.md#requests', section: 2 },
    solution: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Labels", "status": "TODO", "labels": ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"]}'`,
    nearMiss: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Labels", "status": "TODO", "labels": ["a", "b", "c", "d", "e", "f", "g", "h", "i"]}'`,
    steps: onCreation(({ sent }) => Array.isArray(sent.labels) && sent.labels.length === 10),
  },
  'checklist-text-200': {
    title: 'The longest checklist item',
    task: 'Create a task with a checklist item of exactly 200 characters.',
    hints: [
      '`checklistItems` is a list of objects with `text`.',
      'The limit is 200 characters.',
      "In Bash, `printf 'a%.0s' $(seq 200)` prints 200 letters.",
    ],
    teaches: { page: 'decisions.md#requests', section: 8 },
    solution: `TEXT=$(printf 'a%.0s' $(seq 200))`,
    nearMiss: `TEXT=$(printf 'a%.0s' $(seq 199))`,
    after: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO", "checklistItems": [{"text": "'$TEXT'"}]}'`,
    steps: onCreation(({ sent }) => listOf(sent.checklistItems).some(({ text }) => lengthOf(text) === 200)),
  },
  'default-priority': {
    title: 'The default priority',
    task: 'Create a task without a priority, and see which one it gets.',
    hints: ['Leave the field out.', '`null` also means: left out.', 'The response shows `MEDIUM`.'],
    teaches: { page: 'getting-started.md#tasks', section: 2 },
    solution: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO"}'`,
    nearMiss: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO", "priority": "MEDIUM"}'`,
    steps: onCreation(
      (exchange) => exchange.sent.priority == null && fieldsOf(exchange.received).priority === 'MEDIUM',
    ),
  },
  'null-fields': {
    title: 'Null is nothing',
    task: 'Create a task with an optional field that is `null`.',
    hints: [
      'Generated clients often send `null` for fields without a value.',
      'Here, `null` means the same as leaving the field out.',
      'Send `"dueDate": null`.',
    ],
    teaches: { page: 'decisions.md#requests', section: 2 },
    solution: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO", "dueDate": null}'`,
    nearMiss: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO", "dueDate": ""}'`,
    steps: onCreation(({ sent }) => FIELDS.some((field) => sent[field] === null)),
  },
  'leap-day': {
    title: 'The 29th of February',
    task: 'Create a task that is due on a 29th of February.',
    hints: ['Only leap years have this day.', '2028 is a leap year.', 'Use `"dueDate": "2028-02-29"`.'],
    teaches: { page: 'decisions.md#requests', section: 2 },
    solution: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Leap", "status": "TODO", "dueDate": "2028-02-29"}'`,
    nearMiss: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Leap", "status": "TODO", "dueDate": "2027-02-29"}'`,
    steps: onCreation(({ sent }) => textOf(sent.dueDate).endsWith('-02-29')),
  },
  'replace-clears': {
    title: 'What PUT deletes',
    task: 'Create a task with a description. Then replace it without sending the description, and see what is left.',
    hints: [
      'PUT replaces the full task.',
      'Fields that you leave out get their defaults.',
      'After the PUT, `description` is `null`.',
    ],
    teaches: { page: 'decisions.md#tasks', section: 4 },
    solution: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO", "description": "Passport"}'`,
    nearMiss: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO"}'`,
    after: `curl -X PUT $BOARD/api/v1/tasks/21 -H "$JSON" -d '{"title": "Pack", "status": "TODO"}'`,
    steps: [
      onCreation((exchange) => lengthOf(exchange.sent.description) > 0 && idIn(exchange)),
      on('PUT /tasks/:id', 200, (exchange) => exchange.sent.description == null && taskIdIn(exchange)),
    ],
  },
  'same-put-twice': {
    title: 'The same PUT twice',
    task: 'Send the same PUT twice. Both requests must succeed.',
    hints: [
      'PUT is idempotent: a repetition does no harm.',
      'The path, the query and the body must be the same.',
      'Run the same command again.',
    ],
    teaches: { page: 'getting-started.md#tasks', section: 4 },
    before: `curl -X PUT $BOARD/api/v1/tasks/1 -H "$JSON" -d '{"title": "Pack", "status": "TODO"}'`,
    solution: `curl -X PUT $BOARD/api/v1/tasks/1 -H "$JSON" -d '{"title": "Pack", "status": "TODO"}'`,
    nearMiss: `curl -X PUT $BOARD/api/v1/tasks/2 -H "$JSON" -d '{"title": "Pack", "status": "TODO"}'`,
    steps: [on(PUT, 200, attemptOf), on(PUT, 200, attemptOf)],
  },
  'checklist-ids': {
    title: 'Items that keep their ids',
    task: 'Create a task with one checklist item. Then add a second item with PUT, so that the first item keeps its id.',
    hints: [
      'The service assigns the ids of items. Requests do not need them.',
      'An item with the same text keeps its id.',
      'Send both items in the PUT, and do not change the text of the first one.',
    ],
    teaches: { page: 'getting-started.md#tasks', section: 2 },
    before: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO", "checklistItems": [{"text": "Passport"}]}'`,
    solution: `curl -X PUT $BOARD/api/v1/tasks/21 -H "$JSON" -d '{"title": "Pack", "status": "TODO", "checklistItems": [{"text": "Passport"}, {"text": "Camera"}]}'`,
    nearMiss: `curl -X PUT $BOARD/api/v1/tasks/21 -H "$JSON" -d '{"title": "Pack", "status": "TODO", "checklistItems": [{"text": "passport"}, {"text": "Camera"}]}'`,
    steps: [
      onCreation((exchange) => itemKeys(exchange, 1)),
      on('PUT /tasks/:id', 200, (exchange) => itemKeys(exchange, 2)),
    ],
  },
  'edit-comment': {
    title: 'Change a comment',
    task: 'Write a comment, and replace its text.',
    hints: [
      'The response to the POST has the id of the comment.',
      'The operation is `PUT /tasks/{id}/comments/{commentId}`.',
      'The body has the field `text` with the new text.',
    ],
    teaches: { page: 'decisions.md#comments-and-attachments', section: 4 },
    before: `curl $BOARD/api/v1/tasks/2/comments -H "$JSON" -d '{"text": "Done soon."}'`,
    solution: `curl -X PUT $BOARD/api/v1/tasks/2/comments/7 -H "$JSON" -d '{"text": "Done."}'`,
    nearMiss: `curl -X PUT $BOARD/api/v1/tasks/1/comments/1 -H "$JSON" -d '{"text": "Done."}'`,
    steps: [
      on('POST /tasks/:id/comments', CREATED, (exchange) => idIn(exchange)),
      on('PUT /tasks/:id/comments/:commentId', 200, lastIdIn),
    ],
  },
  'delete-comment': {
    title: 'Delete a comment',
    task: 'Delete a comment.',
    hints: [
      'A task shows its comments with their ids.',
      'The operation is `DELETE /tasks/{id}/comments/{commentId}`.',
      'The status is 204.',
    ],
    teaches: { page: 'decisions.md#comments-and-attachments', section: 4 },
    solution: 'curl -X DELETE $BOARD/api/v1/tasks/1/comments/1',
    nearMiss: 'curl -X DELETE $BOARD/api/v1/tasks/2/comments/1',
    steps: on('DELETE /tasks/:id/comments/:commentId', 204),
  },
  'delete-all': {
    title: 'An empty board',
    task: 'Delete all tasks with one request through v1.',
    hints: [
      'The path has no id.',
      'The operation is `DELETE /tasks`.',
      'Use v1: in v2, only an administrator may do this.',
    ],
    teaches: { page: 'variants.md', section: 4 },
    solution: 'curl -X DELETE $BOARD/api/v1/tasks',
    nearMiss: 'curl -X DELETE $BOARD/api/v1/tasks/1',
    steps: onVariant('v1', 'DELETE /tasks', 204),
  },
})
