import { TaskInput } from '../../contract/schemas/task.js'
import { CREATED, challengesIn, on, onCreation, onVariant, type Solutions } from './challenge.js'
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

const TEXTS = `
title-100 | The longest title | decisions.md#requests, section 8
  Create a task with a title of exactly 100 characters.
  - The limit itself is allowed.
  - Do not count by hand: let your tool repeat a letter.
  - In Bash, \`printf 'a%.0s' $(seq 100)\` prints 100 letters.
  $ TITLE=$(printf 'a%.0s' $(seq 100))
  ≠ TITLE=$(printf 'a%.0s' $(seq 99))
  = curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "'$TITLE'", "status": "TODO"}'
title-100-emoji | What is a character? | decisions.md#requests, section 8
  Create a task with a title of exactly 100 emoji.
  - Some languages count an emoji as two characters, some as four bytes.
  - The service counts code points, so 100 emoji are 100 characters.
  - Choose an emoji that is one code point, such as 🚀, and repeat it 100 times.
  $ TITLE=$(printf '🚀%.0s' $(seq 100))
  ≠ TITLE=$(printf '🚀%.0s' $(seq 50))
  = curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "'$TITLE'", "status": "TODO"}'
title-unicode | A title in another script | decisions.md#requests, section 2
  Create a task with a title that is not ASCII, and get the same title back.
  - JSON texts are UTF-8.
  - Try Greek, Chinese or an emoji.
  - For example, use the title '買い物'.
  $ curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "買い物", "status": "TODO"}'
  ≠ curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Shopping", "description": "買い物", "status": "TODO"}'
description-500 | The longest description | decisions.md#requests, section 8
  Create a task with a description of exactly 500 characters.
  - The OpenAPI document names the limit: look at 'description' of a task.
  - Let your tool repeat a letter.
  - In Bash, \`printf 'a%.0s' $(seq 500)\` prints 500 letters.
  $ TEXT=$(printf 'a%.0s' $(seq 500))
  ≠ TEXT=$(printf 'a%.0s' $(seq 100))
  = curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Long", "status": "TODO", "description": "'$TEXT'"}'
labels-10 | As many labels as possible | decisions.md#requests, section 2
  Create a task with the largest number of labels.
  - A task has at most 10 labels.
  - 'labels' is a list of texts.
  - Labels may repeat.
  $ curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Labels", "status": "TODO", "labels": ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"]}'
  ≠ curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Labels", "status": "TODO", "labels": ["a", "b", "c", "d", "e", "f", "g", "h", "i"]}'
checklist-text-200 | The longest checklist item | decisions.md#requests, section 8
  Create a task with a checklist item of exactly 200 characters.
  - 'checklistItems' is a list of objects with 'text'.
  - The limit is 200 characters.
  - In Bash, \`printf 'a%.0s' $(seq 200)\` prints 200 letters.
  $ TEXT=$(printf 'a%.0s' $(seq 200))
  ≠ TEXT=$(printf 'a%.0s' $(seq 199))
  = curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO", "checklistItems": [{"text": "'$TEXT'"}]}'
default-priority | The default priority | getting-started.md#tasks, section 2
  Create a task without a priority, and see which one it gets.
  - Leave the field out.
  - 'null' also means: left out.
  - The response shows 'MEDIUM'.
  $ curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO"}'
  ≠ curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO", "priority": "MEDIUM"}'
null-fields | Null is nothing | decisions.md#requests, section 2
  Create a task with an optional field that is 'null'.
  - Generated clients often send 'null' for fields without a value.
  - Here, 'null' means the same as leaving the field out.
  - Send '"dueDate": null'.
  $ curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO", "dueDate": null}'
  ≠ curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO", "dueDate": ""}'
leap-day | The 29th of February | decisions.md#requests, section 2
  Create a task that is due on a 29th of February.
  - Only leap years have this day.
  - 2028 is a leap year.
  - Use '"dueDate": "2028-02-29"'.
  $ curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Leap", "status": "TODO", "dueDate": "2028-02-29"}'
  ≠ curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Leap", "status": "TODO", "dueDate": "2027-02-29"}'
replace-clears | What PUT deletes | decisions.md#tasks, section 4
  Create a task with a description. Then replace it without sending the description, and see what is left.
  - PUT replaces the full task.
  - Fields that you leave out get their defaults.
  - After the PUT, 'description' is 'null'.
  $ curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO", "description": "Passport"}'
  ≠ curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO"}'
  = curl -X PUT $BOARD/api/v1/tasks/21 -H "$JSON" -d '{"title": "Pack", "status": "TODO"}'
same-put-twice | The same PUT twice | getting-started.md#tasks, section 4
  Send the same PUT twice. Both requests must succeed.
  - PUT is idempotent: a repetition does no harm.
  - The path, the query and the body must be the same.
  - Run the same command again.
  = curl -X PUT $BOARD/api/v1/tasks/1 -H "$JSON" -d '{"title": "Pack", "status": "TODO"}'
  $ curl -X PUT $BOARD/api/v1/tasks/1 -H "$JSON" -d '{"title": "Pack", "status": "TODO"}'
  ≠ curl -X PUT $BOARD/api/v1/tasks/2 -H "$JSON" -d '{"title": "Pack", "status": "TODO"}'
checklist-ids | Items that keep their ids | getting-started.md#tasks, section 2
  Create a task with one checklist item. Then add a second item with PUT, so that the first item keeps its id.
  - The service assigns the ids of items. Requests do not need them.
  - An item with the same text keeps its id.
  - Send both items in the PUT, and do not change the text of the first one.
  = curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Pack", "status": "TODO", "checklistItems": [{"text": "Passport"}]}'
  $ curl -X PUT $BOARD/api/v1/tasks/21 -H "$JSON" -d '{"title": "Pack", "status": "TODO", "checklistItems": [{"text": "Passport"}, {"text": "Camera"}]}'
  ≠ curl -X PUT $BOARD/api/v1/tasks/21 -H "$JSON" -d '{"title": "Pack", "status": "TODO", "checklistItems": [{"text": "passport"}, {"text": "Camera"}]}'
edit-comment | Change a comment | decisions.md#comments-and-attachments, section 4
  Write a comment, and replace its text.
  - The response to the POST has the id of the comment.
  - The operation is 'PUT /tasks/{id}/comments/{commentId}'.
  - The body has the field 'text' with the new text.
  = curl $BOARD/api/v1/tasks/2/comments -H "$JSON" -d '{"text": "Done soon."}'
  $ curl -X PUT $BOARD/api/v1/tasks/2/comments/7 -H "$JSON" -d '{"text": "Done."}'
  ≠ curl -X PUT $BOARD/api/v1/tasks/1/comments/1 -H "$JSON" -d '{"text": "Done."}'
delete-comment | Delete a comment | decisions.md#comments-and-attachments, section 4
  Delete a comment.
  - A task shows its comments with their ids.
  - The operation is 'DELETE /tasks/{id}/comments/{commentId}'.
  - The status is 204.
  $ curl -X DELETE $BOARD/api/v1/tasks/1/comments/1
  ≠ curl -X DELETE $BOARD/api/v1/tasks/2/comments/1
delete-all | An empty board | variants.md, section 4
  Delete all tasks with one request through v1.
  - The path has no id.
  - The operation is 'DELETE /tasks'.
  - Use v1: in v2, only an administrator may do this.
  $ curl -X DELETE $BOARD/api/v1/tasks
  ≠ curl -X DELETE $BOARD/api/v1/tasks/1
`

const STEPS: Solutions = {
  'title-100': onCreation(({ sent }) => lengthOf(sent.title) === 100),
  'title-100-emoji': onCreation(({ sent }) => HUNDRED_EMOJI.test(textOf(sent.title))),
  'title-unicode': onCreation((exchange) => {
    const { title } = exchange.sent
    return hasOtherThanAscii(textOf(title)) && fieldsOf(exchange.received).title === title
  }),
  'description-500': onCreation(({ sent }) => lengthOf(sent.description) === 500),
  'labels-10': onCreation(({ sent }) => Array.isArray(sent.labels) && sent.labels.length === 10),
  'checklist-text-200': onCreation(({ sent }) =>
    listOf(sent.checklistItems).some(({ text }) => lengthOf(text) === 200),
  ),
  'default-priority': onCreation(
    (exchange) => exchange.sent.priority == null && fieldsOf(exchange.received).priority === 'MEDIUM',
  ),
  'null-fields': onCreation(({ sent }) => FIELDS.some((field) => sent[field] === null)),
  'leap-day': onCreation(({ sent }) => textOf(sent.dueDate).endsWith('-02-29')),
  'replace-clears': [
    onCreation((exchange) => lengthOf(exchange.sent.description) > 0 && idIn(exchange)),
    on('PUT /tasks/:id', 200, (exchange) => exchange.sent.description == null && taskIdIn(exchange)),
  ],
  'same-put-twice': [on(PUT, 200, attemptOf), on(PUT, 200, attemptOf)],
  'checklist-ids': [
    onCreation((exchange) => itemKeys(exchange, 1)),
    on('PUT /tasks/:id', 200, (exchange) => itemKeys(exchange, 2)),
  ],
  'edit-comment': [
    on('POST /tasks/:id/comments', CREATED, (exchange) => idIn(exchange)),
    on('PUT /tasks/:id/comments/:commentId', 200, lastIdIn),
  ],
  'delete-comment': on('DELETE /tasks/:id/comments/:commentId', 204),
  'delete-all': onVariant('v1', 'DELETE /tasks', 204),
}

export const WRITING = challengesIn('writing', TEXTS, STEPS)
