import { type Api, TASK } from '../api.js'
import { area, CURRENT, decision, RELIABLE, type Section, spec } from '../check.js'
import { equal } from '../expect.js'
import { returns } from '../returns.js'

/** Bodies of tasks that are refused with 400. */
export const validation = area('validation')
const { check, within } = validation
const reliable = within(RELIABLE)

type Case = [name: string, section: Section, title: string, values: object]

const LONG = 'x'.repeat(10_000)
/** The values of a task with these items. */
const items = (...checklistItems: object[]) => ({ checklistItems })

const CASES: Case[] = [
  ['title-missing', spec(2), 'The title is required.', { title: undefined }],
  ['title-empty', spec(8), 'An empty title is refused.', { title: '' }],
  ['title-null', spec(2), '`title: null` is refused.', { title: null }],
  ['title-much-too-long', spec(8), 'A title of 10,000 characters is refused.', { title: LONG }],
  ['title-blank', decision(8), 'A title of spaces is refused.', { title: '   ' }],
  ['title-number', decision(5), 'A number is not converted to a title.', { title: 5 }],
  ['description-much-too-long', spec(8), 'A description of 10,000 characters is refused.', { description: LONG }],
  ['status-unknown', spec(2), 'An unknown status is refused.', { status: 'BLOCKED' }],
  ['status-lower-case', spec(2), 'A status in lower case is refused.', { status: 'todo' }],
  ['status-empty', spec(2), 'An empty status is refused.', { status: '' }],
  ['priority-unknown', spec(2), 'An unknown priority is refused.', { priority: 'CRITICAL' }],
  ['priority-lower-case', spec(2), 'A priority in lower case is refused.', { priority: 'high' }],
  ['priority-empty', spec(2), 'An empty priority is refused.', { priority: '' }],
  ['labels-too-many', decision(9), '11 labels are refused.', { labels: Array(11).fill('x') }],
  ['label-empty', decision(9), 'An empty label is refused.', { labels: [''] }],
  ['label-blank', decision(8), 'A label of spaces is refused.', { labels: [' '] }],
  ['label-too-long', decision(9), 'A label of 101 characters is refused.', { labels: ['x'.repeat(101)] }],
]

/** What only the current edition refuses. */
const CURRENT_CASES: Case[] = [
  ['title-too-long', spec(8), 'A title of 101 characters is refused.', { title: 'x'.repeat(101) }],
  ['description-too-long', spec(8), 'A description of 501 characters is refused.', { description: 'x'.repeat(501) }],
  ['status-missing', spec(2), 'The status is required.', { status: undefined }],
  ['status-null', spec(2), '`status: null` is refused.', { status: null }],
  ['due-date-not-a-date', spec(2), 'A `dueDate` that is not a date is refused.', { dueDate: 'tomorrow' }],
  ['due-date-other-order', spec(2), 'A `dueDate` in the order DD/MM/YYYY is refused.', { dueDate: '17/05/2030' }],
  ['due-date-with-time', spec(2), 'A `dueDate` with a time is refused.', { dueDate: '2030-05-17T10:00:00Z' }],
  ['due-date-short', spec(2), 'A `dueDate` without leading zeros is refused.', { dueDate: '2030-5-7' }],
  ['due-date-no-such-day', decision(10), '30 February is refused as `dueDate`.', { dueDate: '2026-02-30' }],
  ['checklist-text-missing', spec(2), 'The text of a checklist item is required.', items({ done: true })],
  ['checklist-text-empty', spec(8), 'An empty checklist text is refused.', items({ text: '', done: true })],
  [
    'checklist-text-too-long',
    spec(8),
    'A checklist text of 201 characters is refused.',
    items({ text: 'x'.repeat(201), done: true }),
  ],
  ['checklist-text-blank', decision(8), 'A checklist text of spaces is refused.', items({ text: ' ' })],
  [
    'checklist-second-item',
    spec(8),
    'The second checklist item is validated too.',
    items({ text: 'x', done: true }, { text: '', done: true }),
  ],
  ['checklist-too-long', decision(9), '101 checklist items are refused.', items(...Array(101).fill({ text: 'x' }))],
]
for (const [scope, cases] of [
  [{}, CASES],
  [CURRENT, CURRENT_CASES],
] as const) {
  for (const [name, section, title, values] of cases) {
    const json = { ...TASK, ...values }
    within(scope)(name, section, title, async (api) => equal(await api.status('POST /tasks', { json }), 400))
  }
}

/** The white space that `\s` matches in ECMAScript. */
const WHITE_SPACE =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'

/** Fails if a task with any of these values is accepted. */
async function refused(api: Api, values: readonly object[]): Promise<void> {
  const bodies = values.map((each) => ({ ...TASK, ...each }))
  equal(await api.accepted('POST /tasks', bodies), [])
}

/** Returns tasks that have a text in one field each. */
function inEachField(api: Api, text: string): object[] {
  const inChecklist = api.edition === 'current' ? [items({ text: 'x' }, { text })] : []
  return [{ title: text }, { labels: ['x', text] }, ...inChecklist]
}

reliable('blank-unicode', decision(8), 'Texts of any white space are refused.', async (api) => {
  await refused(
    api,
    [...WHITE_SPACE].map((title) => ({ title })),
  )
  await refused(api, inEachField(api, WHITE_SPACE))
})
for (const [name, title, texts] of [
  ['null-character', 'Text with U+0000 is refused in every field.', ['\0', 'a\0b']],
  [
    'lone-surrogate',
    'Text with an unpaired surrogate is refused in every field.',
    ['a\ud800', '\udc00', '\udc00\ud800'],
  ],
] as const) {
  reliable(name, decision(39), title, async (api) => {
    for (const text of texts) await refused(api, [{ description: text }, ...inEachField(api, text)])
  })
}

const OTHER_TYPES: [fields: string[], values: unknown[], scope: object][] = [
  [['title', 'description', 'status', 'priority'], [0, true, {}, ['TODO']], {}],
  [['labels'], ['', 'a', 5, true, {}, [null], [5], [{}], [['a']]], {}],
  [['dueDate'], [0, true, {}, ['2026-03-02']], CURRENT],
  [
    ['checklistItems'],
    ['', 'a', 5, {}, [5], [null], [[]], [{ text: 5 }], [{ text: 'a', done: 0 }], [{ text: 'a', done: 'true' }]],
    CURRENT,
  ],
]
for (const [names, values, scope] of OTHER_TYPES) {
  for (const name of names) {
    const bodies = values.map((value) => ({ [name]: value }))
    within({ ...RELIABLE, ...scope })(
      `${name}-other-type`,
      decision(5),
      `Values of other types are refused as \`${name}\`.`,
      async (api) => refused(api, bodies),
    )
  }
}
for (const [name, section, title, dates] of [
  [
    'due-date-other-format',
    spec(2),
    'A `dueDate` in another format is refused.',
    ['2026-03', '20260302', '2026/03/02', '26-03-02', '+002026-03-02', '2026-W10-1', '2026-03-02\n', '２０２６-03-02'],
  ],
  [
    'due-date-not-in-calendar',
    decision(10),
    'A day that is not in the calendar is refused.',
    ['', '2027-02-29', '1900-02-29', '2026-04-31', '2026-13-01', '2026-00-10', '2026-01-00'],
  ],
] as const) {
  const bodies = dates.map((dueDate) => ({ dueDate }))
  within({ ...CURRENT, ...RELIABLE })(name, section, title, async (api) => refused(api, bodies))
}

check('creates-nothing', spec(4), 'A refused request does not create a task.', async (api) => {
  const before = (await api.page('?size=1')).totalElements
  await api.send('POST /tasks', { json: { title: '', status: 'NONE' } })
  equal((await api.page('?size=1')).totalElements, before)
})
check('body-array', decision(5), 'An array is not a task.', returns(400, 'POST /tasks', { json: [TASK] }))
check('body-text', decision(5), 'A text is not a task.', returns(400, 'POST /tasks', { json: 'A task' }))
check('body-null', decision(5), '`null` is not a task.', async (api) =>
  equal(await api.status('POST /tasks', { body: 'null', headers: { 'content-type': 'application/json' } }), 400),
)
