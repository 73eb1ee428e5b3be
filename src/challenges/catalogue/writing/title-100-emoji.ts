import { type Challenge, on } from '../../challenge.js'
import { lengthOf, textOf } from '../../look.js'

export const title100Emoji: Challenge = {
  name: 'title-100-emoji',
  level: 'writing',
  title: 'What is a character?',
  task: 'Create a task with a title of exactly 100 emoji.',
  hints: [
    'Some languages count an emoji as two characters, some as four bytes.',
    'The service counts code points, so 100 emoji are 100 characters.',
    'Choose an emoji that is one code point, such as 🚀, and repeat it 100 times.',
  ],
  teaches: { page: 'decisions.md#requests', section: 8 },
  solution: `TITLE=$(printf '🚀%.0s' $(seq 100))
curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "'$TITLE'", "status": "TODO"}'`,
  nearMiss: `TITLE=$(printf '🚀%.0s' $(seq 50))
curl $BOARD/api/v1/tasks -H "$JSON" -d '{"title": "'$TITLE'", "status": "TODO"}'`,
  steps: [on('POST /tasks', 201, ({ sent }) => lengthOf(sent.title) === 100 && textOf(sent.title).length === 200)],
}
