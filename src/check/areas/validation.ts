import { TASK } from '../kit/api.js'
import { area, CURRENT, decision, type Section, spec } from '../kit/check.js'
import { equal } from '../kit/expect.js'

/** Bodies of tasks that are refused with 400. */
export const validation = area('validation')
const { check } = validation

type Case = [name: string, section: Section, title: string, values: object, scope?: typeof CURRENT]

const CASES: Case[] = [
  ['title-missing', spec(2), 'The title is required.', { title: undefined }],
  ['title-empty', spec(8), 'An empty title is refused.', { title: '' }],
  ['title-null', spec(2), '`title: null` is refused.', { title: null }],
  ['title-too-long', spec(8), 'A title of 101 characters is refused.', { title: 'x'.repeat(101) }, CURRENT],
  ['title-much-too-long', spec(8), 'A title of 10,000 characters is refused.', { title: 'x'.repeat(10_000) }],
  ['title-blank', decision(8), 'A title of spaces is refused.', { title: '   ' }],
  ['title-blank-unicode', decision(8), 'A title of no-break spaces is refused.', { title: '\u00a0\u2003' }],
  ['title-number', decision(5), 'A number is not converted to a title.', { title: 5 }],
  ['title-object', decision(5), 'An object is not a title.', { title: { text: 'x' } }],
  [
    'description-too-long',
    spec(8),
    'A description of 501 characters is refused.',
    { description: 'x'.repeat(501) },
    CURRENT,
  ],
  [
    'description-much-too-long',
    spec(8),
    'A description of 10,000 characters is refused.',
    { description: 'x'.repeat(10_000) },
  ],
  ['description-number', decision(5), 'A number is not converted to a description.', { description: 5 }],
  ['status-missing', spec(2), 'The status is required.', { status: undefined }, CURRENT],
  ['status-unknown', spec(2), 'An unknown status is refused.', { status: 'BLOCKED' }],
  ['status-lower-case', spec(2), 'A status in lower case is refused.', { status: 'todo' }],
  ['status-empty', spec(2), 'An empty status is refused.', { status: '' }],
  ['status-null', spec(2), '`status: null` is refused.', { status: null }, CURRENT],
  ['status-number', decision(5), 'A number is not a status.', { status: 0 }],
  ['priority-unknown', spec(2), 'An unknown priority is refused.', { priority: 'CRITICAL' }],
  ['priority-lower-case', spec(2), 'A priority in lower case is refused.', { priority: 'high' }],
  ['priority-empty', spec(2), 'An empty priority is refused.', { priority: '' }],
  ['due-date-not-a-date', spec(2), 'A `dueDate` that is not a date is refused.', { dueDate: 'tomorrow' }, CURRENT],
  [
    'due-date-other-order',
    spec(2),
    'A `dueDate` in the order DD/MM/YYYY is refused.',
    { dueDate: '17/05/2030' },
    CURRENT,
  ],
  ['due-date-with-time', spec(2), 'A `dueDate` with a time is refused.', { dueDate: '2030-05-17T10:00:00Z' }, CURRENT],
  ['due-date-short', spec(2), 'A `dueDate` without leading zeros is refused.', { dueDate: '2030-5-7' }, CURRENT],
  ['due-date-no-such-day', decision(10), '30 February is refused as `dueDate`.', { dueDate: '2026-02-30' }, CURRENT],
  [
    'due-date-no-leap-day',
    decision(10),
    '29 February of an ordinary year is refused.',
    { dueDate: '2027-02-29' },
    CURRENT,
  ],
  ['due-date-month-13', decision(10), 'A `dueDate` in month 13 is refused.', { dueDate: '2026-13-01' }, CURRENT],
  ['labels-text', decision(5), 'A text is not converted to a list of labels.', { labels: 'home' }],
  ['labels-of-numbers', decision(5), 'A number is not a label.', { labels: [5] }],
  ['labels-too-many', decision(9), '11 labels are refused.', { labels: Array(11).fill('x') }],
  ['label-empty', decision(9), 'An empty label is refused.', { labels: [''] }],
  ['label-blank', decision(8), 'A label of spaces is refused.', { labels: [' '] }],
  ['label-too-long', decision(9), 'A label of 101 characters is refused.', { labels: ['x'.repeat(101)] }],
  [
    'checklist-text-missing',
    spec(2),
    'The text of a checklist item is required.',
    { checklistItems: [{ done: true }] },
    CURRENT,
  ],
  [
    'checklist-text-empty',
    spec(8),
    'An empty checklist text is refused.',
    { checklistItems: [{ text: '', done: true }] },
    CURRENT,
  ],
  [
    'checklist-text-too-long',
    spec(8),
    'A checklist text of 201 characters is refused.',
    { checklistItems: [{ text: 'x'.repeat(201), done: true }] },
    CURRENT,
  ],
  [
    'checklist-text-blank',
    decision(8),
    'A checklist text of spaces is refused.',
    { checklistItems: [{ text: ' ' }] },
    CURRENT,
  ],
  [
    'checklist-second-item',
    spec(8),
    'The second checklist item is validated too.',
    {
      checklistItems: [
        { text: 'x', done: true },
        { text: '', done: true },
      ],
    },
    CURRENT,
  ],
  [
    'checklist-done-text',
    decision(5),
    'A text is not converted to `done`.',
    { checklistItems: [{ text: 'x', done: 'true' }] },
    CURRENT,
  ],
  ['checklist-of-texts', decision(5), 'A text is not a checklist item.', { checklistItems: ['x'] }, CURRENT],
  [
    'checklist-too-long',
    decision(9),
    '101 checklist items are refused.',
    { checklistItems: Array(101).fill({ text: 'x' }) },
    CURRENT,
  ],
  ['null-character', decision(39), 'Text with U+0000 is refused.', { title: 'a\u0000b' }],
  ['lone-surrogate', decision(39), 'Text with an unpaired surrogate is refused.', { title: 'a\ud800b' }],
]
for (const [name, section, title, values, scope] of CASES) {
  check(
    name,
    section,
    title,
    async (api) => equal(await api.status('POST /tasks', { json: { ...TASK, ...values } }), 400),
    scope,
  )
}

check('creates-nothing', spec(4), 'A refused request does not create a task.', async (api) => {
  const before = (await api.page('?size=1')).totalElements
  await api.send('POST /tasks', { json: { title: '', status: 'NONE' } })
  equal((await api.page('?size=1')).totalElements, before)
})
check('body-array', decision(5), 'An array is not a task.', async (api) =>
  equal(await api.status('POST /tasks', { json: [TASK] }), 400),
)
check('body-text', decision(5), 'A text is not a task.', async (api) =>
  equal(await api.status('POST /tasks', { json: 'A task' }), 400),
)
check('body-null', decision(5), '`null` is not a task.', async (api) =>
  equal(await api.status('POST /tasks', { body: 'null', headers: { 'content-type': 'application/json' } }), 400),
)
