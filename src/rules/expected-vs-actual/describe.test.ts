import t from 'tap'
import { jsonResponse } from '../../../test/kit/bodies.js'
import { DATE, DELAY, LEFT_OUT, PRIORITY, STATUS } from '../../../test/kit/evidence.js'
import { describeDifference } from './describe.js'
import { differenceOf } from './difference.js'
import type { Difference } from './exchange.js'
import { formatDuration } from './words.js'

const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

for (const [sentence, difference] of [
  ['`updatedAt` of task 12 is a number instead of a string.', DATE],
  ['The response was delayed by 3.4 s.', DELAY],
  ['The status is 200 instead of 201.', STATUS],
  ['The status is 500.', { at: 'status', kind: 'value', actual: 500 }],
  ['`priority` of task 3 is missing.', PRIORITY],
  ['`owner` of task 3 is there, but should not be.', { at: 'body.owner', kind: 'added', of: 'task 3', actual: 'x' }],
  ['Tasks 3 and 7 are left out.', LEFT_OUT],
  ['Task 3 is left out.', { ...LEFT_OUT, expected: [{ id: 3 }] }],
  [
    'Tasks 1, 2, 3, 4, 5, 6, 7, 8, 9 and 3 more are left out.',
    { ...LEFT_OUT, expected: ids(12).map((id) => ({ id })) },
  ],
  [
    'Comments 1 and 2 of task 12 are left out.',
    { at: 'body.comments', kind: 'missing', of: 'task 12', items: 'comment', expected: [{ id: 1 }, { id: 2 }] },
  ],
  [
    'Task 9 is in the list, but should not be.',
    { at: 'body.content', kind: 'added', items: 'task', actual: [{ id: 9, title: 'x' }] },
  ],
  [
    'Tasks 9 and 10 are in the list more than once.',
    { at: 'body.content', kind: 'repeated', items: 'task', actual: [{ id: 9 }, { id: 10 }] },
  ],
  [
    'The order of the tasks is different: 2, 1 instead of 1, 2.',
    { at: 'body.content', kind: 'order', items: 'task', expected: [1, 2], actual: [2, 1] },
  ],
  [
    'The order of the comments of task 12 is different.',
    { at: 'body.comments', kind: 'order', of: 'task 12', items: 'comment', expected: ids(11), actual: ids(11) },
  ],
  [
    'The order of `labels` of task 3 is different: `a`, `b` instead of `b`, `a`.',
    { at: 'body.labels', kind: 'order', of: 'task 3', expected: ['b', 'a'], actual: ['a', 'b'] },
  ],
  [
    '`labels` of task 3 is `["a"]` instead of `[]`.',
    { at: 'body.labels', kind: 'value', of: 'task 3', expected: [], actual: ['a'] },
  ],
  [
    '`createdAt` of comment 1 of task 12 is a number instead of a string.',
    { ...DATE, at: 'body.content[3].comments[0].createdAt', of: 'comment 1 of task 12' },
  ],
  [
    '`fileName` of attachment 5 is `a` instead of `a.txt`.',
    { at: 'body[0].fileName', kind: 'value', of: 'attachment 5', expected: 'a.txt', actual: 'a' },
  ],
  [
    '`description` of task 3 is an empty string instead of null.',
    { at: 'body.description', kind: 'type', of: 'task 3', expected: null, actual: '' },
  ],
  [
    '`title` of task 3 is `Buy milk` instead of an empty string.',
    { at: 'body.title', kind: 'value', of: 'task 3', expected: '', actual: 'Buy milk' },
  ],
  [
    '`dueDate` of task 3 is `2026-04-30` instead of null.',
    { at: 'body.dueDate', kind: 'type', of: 'task 3', expected: null, actual: '2026-04-30' },
  ],
  ['`done` is true instead of false.', { at: 'body.done', kind: 'value', expected: false, actual: true }],
  ['`totalElements` is 1 instead of 4.', { at: 'body.totalElements', kind: 'value', expected: 4, actual: 1 }],
  ['`errors.title` is missing.', { at: 'body.errors.title', kind: 'missing', expected: 'is required' }],
  ['The header `Location` is missing.', { at: 'headers.location', kind: 'missing', expected: '/api/v1/tasks/1' }],
  [
    'The header `WWW-Authenticate` is there, but should not be.',
    { at: 'headers.www-authenticate', kind: 'added', actual: 'Bearer' },
  ],
  [
    'The header `Content-Type` is `text/plain` instead of `application/json`.',
    { at: 'headers.content-type', kind: 'value', expected: 'application/json', actual: 'text/plain' },
  ],
  ['The body is missing.', { at: 'body', kind: 'missing', expected: '{}' }],
  [
    'The body is `{"id":2,"text":""}` instead of the error `Validation failed`.',
    {
      at: 'body',
      kind: 'value',
      expected: { status: 400, message: 'Validation failed' },
      actual: { id: 2, text: '' },
    },
  ],
  [
    'The body is the error `An unexpected error occurred` instead of an object.',
    {
      at: 'body',
      kind: 'value',
      expected: '{"id":1,"title":"Write the launch announcement","description":"…',
      actual: { status: 500, message: 'An unexpected error occurred' },
    },
  ],
  ['The body is null instead of an object.', { at: 'body', kind: 'type', expected: {}, actual: null }],
  ['The body is `Not Found` instead of `{}`.', { at: 'body', kind: 'value', expected: '{}', actual: 'Not Found' }],
  ['The request stored the wrong data.', { at: 'body', kind: 'stored' }],
] as const satisfies readonly (readonly [string, Difference])[]) {
  t.test(sentence, async (t) => t.equal(describeDifference(difference), sentence))
}

for (const [name, expected, actual, sentence] of [
  ['a decomposed letter', 'café', 'cafe\u0301', '`cafe\\u0301` instead of `caf\\u00e9`'],
  ['a zero-width space', 'Buy milk', 'Buy\u200b milk', '`Buy\\u200b milk` instead of `Buy milk`'],
  ['a joiner at the end', 'Buy milk', 'Buy milk\u200d', '`Buy milk\\u200d` instead of `Buy milk`'],
  ['a space that does not break', 'Buy milk', 'Buy\u00a0milk', '`Buy\\u00a0milk` instead of `Buy milk`'],
  ['an ideographic space', 'Buy milk', 'Buy\u3000milk', '`Buy\\u3000milk` instead of `Buy milk`'],
  ['two spaces', 'Buy milk', 'Buy  milk', '`Buy\\u0020 milk` instead of `Buy milk`'],
  ['a space at the end', 'Buy milk ', 'Buy milk', '`Buy milk` instead of `Buy milk\\u0020`'],
  ['a tab', 'Buy milk', 'Buy\tmilk', '`Buy\\u0009milk` instead of `Buy milk`'],
  ['a soft hyphen', 'Buy', 'B\u00aduy', '`B\\u00aduy` instead of `Buy`'],
  ['a variation selector', '\u2764', '\u2764\ufe0f', '`\\u2764\\ufe0f` instead of `\\u2764`'],
  ['a control character', 'Buy\u0001milk', 'Buy\u0002milk', '`Buy\\u0002milk` instead of `Buy\\u0001milk`'],
  ['a character that has no sign', 'a\uffff', 'a\ufffe', '`a\\ufffe` instead of `a\\uffff`'],
  ['a backtick', "it's", 'it`s', "`it\\u0060s` instead of `it's`"],
  [
    'the end of a long text',
    `${'x'.repeat(90)}a`,
    `${'x'.repeat(90)}b`,
    `\`…${'x'.repeat(20)}b\` instead of \`…${'x'.repeat(20)}a\``,
  ],
  ['labels', ['é'], ['e\u0301'], '`["e\\u0301"]` instead of `["\\u00e9"]`'],
  [
    'the last of many labels',
    [...Array(9).fill('x'.repeat(100)), `${'x'.repeat(99)}a`],
    [...Array(9).fill('x'.repeat(100)), `${'x'.repeat(99)}b`],
    'different',
  ],
] as const) {
  t.test(`different texts look different in a sentence: ${name}`, async (t) => {
    const [difference] = differenceOf(
      jsonResponse({ id: 3, member: expected }),
      jsonResponse({ id: 3, member: actual }),
    )
    t.equal(describeDifference(difference as Difference), `\`member\` of item 3 is ${sentence}.`)
  })
}

t.test('a body is never an object instead of an object', async (t) => {
  const page = { content: [{ id: 1, title: 'Write the launch announcement', status: 'TODO' }], totalElements: 1 }
  const text = JSON.stringify(page)
  const sentenceOf = (expected: object, actual: object) =>
    differenceOf(jsonResponse(expected), { ...jsonResponse(null), ...actual }).map(describeDifference)
  t.strictSame(sentenceOf(page, { body: text.slice(0, -1) }), [
    'The body is `…}],"totalElements":1` instead of `…}],"totalElements":1}`.',
  ])
  const [, body] = sentenceOf(page, { status: 500, body: JSON.stringify({ ...page, path: '/' }) })
  t.notMatch(String(body), 'an object instead of an object')
})

t.test('values in sentences are short, on one line, and cannot end the code or turn the text', async (t) => {
  const title = (actual: string) =>
    describeDifference({ at: 'body.title', kind: 'value', of: 'task 1', expected: 'a', actual })
  t.equal(title('one\r\n`two`\u001b[31m\u202e'), "`title` of task 1 is `one 'two' [31m ` instead of `a`.")
  t.match(title('😀'.repeat(40)), /is `(😀){29}…` instead/u)
})

for (const [milliseconds, text] of [
  [0.4, 'less than 1 ms'],
  [1, '1 ms'],
  [12.4, '12 ms'],
  [999.4, '999 ms'],
  [999.6, '1.0 s'],
  [3449, '3.4 s'],
  [61_000, '61.0 s'],
] as const) {
  t.test(`${milliseconds} ms is ${text}`, async (t) => t.equal(formatDuration(milliseconds), text))
}
