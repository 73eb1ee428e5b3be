import { type Challenge, on } from '../../challenge.js'
import { fieldsOf, hasOtherThanAscii, textOf } from '../../look.js'

export const titleUnicode: Challenge = {
  name: 'title-unicode',
  level: 'writing',
  title: 'A title in another script',
  task: 'Create a task with a title that is not ASCII, and get the same title back.',
  hints: ['JSON texts are UTF-8.', 'Try Greek, Chinese or an emoji.', 'For example, use the title `買い物`.'],
  teaches: { page: 'decisions.md#requests', section: 2 },
  solution: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "買い物", "status": "TODO"}'`,
  nearMiss: `curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "Shopping", "description": "買い物", "status": "TODO"}'`,
  steps: [
    on(
      'POST /tasks',
      201,
      ({ sent, received }) => hasOtherThanAscii(textOf(sent.title)) && fieldsOf(received).title === sent.title,
    ),
  ],
}
