import { type Challenge, on } from '../../challenge.js'
import { textOf } from '../../look.js'

export const nullCharacter: Challenge = {
  name: 'null-character',
  level: 'errors',
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
  steps: [on('POST /tasks', 400, ({ sent }) => textOf(sent.title).includes('\0'))],
}
