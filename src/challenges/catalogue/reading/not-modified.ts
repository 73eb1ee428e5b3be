import { type Challenge, on } from '../../challenge.js'

export const notModified: Challenge = {
  name: 'not-modified',
  level: 'reading',
  title: 'Has my board changed?',
  task: 'Ask for the index of your board in such a way that the response has no body, because nothing has changed.',
  hints: [
    'The index is at the base URL of the board. Its response has an `ETag`.',
    'Send this value in `If-None-Match`.',
    'The status of the response is 304.',
  ],
  teaches: { page: 'decisions.md#pages', section: 9 },
  solution: `ETAG=$(curl -sI $BOARD | grep -i '^etag' | cut -d ' ' -f 2 | tr -d '[:cntrl:]')
curl -i $BOARD -H "If-None-Match: $ETAG"`,
  nearMiss: `curl -i $BOARD -H 'If-None-Match: "old"'
curl -i $BOARD -H 'If-None-Match: *'`,
  // `*` matches every state of the board.
  steps: [on(['GET index', 'HEAD index'], 304, ({ sentHeader }) => sentHeader('if-none-match')?.trim() !== '*')],
}
