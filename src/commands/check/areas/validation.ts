import { area } from '../check.js'

/** Bodies of tasks that are refused with 400. */
export const validation = area('validation')

const text = (length: number) => JSON.stringify('x'.repeat(length))

validation(`
title-missing | spec 2 | The title is required. | POST /tasks {status: "TODO"} → 400
title-empty | spec 8 | An empty title is refused. | POST /tasks +{title: ""} → 400
title-null | spec 2 | 'title: null' is refused. | POST /tasks +{title: null} → 400
title-much-too-long | spec 8 | A title of 10,000 characters is refused. | POST /tasks +{title: ${text(10_000)}} → 400
title-blank | decision 8 | A title of spaces is refused. | POST /tasks +{title: "   "} → 400
title-number | decision 5 | A number is not converted to a title. | POST /tasks +{title: 5} → 400
description-much-too-long | spec 8 | A description of 10,000 characters is refused.
  POST /tasks +{description: ${text(10_000)}} → 400
status-unknown | spec 2 | An unknown status is refused. | POST /tasks +{status: "BLOCKED"} → 400
status-lower-case | spec 2 | A status in lower case is refused. | POST /tasks +{status: "todo"} → 400
status-empty | spec 2 | An empty status is refused. | POST /tasks +{status: ""} → 400
priority-unknown | spec 2 | An unknown priority is refused. | POST /tasks +{priority: "CRITICAL"} → 400
priority-lower-case | spec 2 | A priority in lower case is refused. | POST /tasks +{priority: "high"} → 400
priority-empty | spec 2 | An empty priority is refused. | POST /tasks +{priority: ""} → 400
labels-too-many | decision 9 | 11 labels are refused.
  POST /tasks +{labels: ${JSON.stringify(Array(11).fill('x'))}} → 400
label-empty | decision 9 | An empty label is refused. | POST /tasks +{labels: [""]} → 400
label-blank | decision 8 | A label of spaces is refused. | POST /tasks +{labels: [" "]} → 400
label-too-long | decision 9 | A label of 101 characters is refused. | POST /tasks +{labels: [${text(101)}]} → 400
creates-nothing | spec 4 | A refused request does not create a task.
  GET /tasks?size=1 as before
  POST /tasks {title: "", status: "NONE"} → any
  GET /tasks?size=1 → /totalElements = {before.totalElements}
body-array | decision 5 | An array is not a task. | POST /tasks [{title: "A task", status: "TODO"}] → 400
body-text | decision 5 | A text is not a task. | POST /tasks "A task" → 400
body-null | decision 5 | 'null' is not a task. | POST /tasks null → 400
title-too-long | spec 8, current | A title of 101 characters is refused. | POST /tasks +{title: ${text(101)}} → 400
description-too-long | spec 8, current | A description of 501 characters is refused.
  POST /tasks +{description: ${text(501)}} → 400
status-missing | spec 2, current | The status is required. | POST /tasks {title: "A task"} → 400
status-null | spec 2, current | 'status: null' is refused. | POST /tasks +{status: null} → 400
due-date-not-a-date | spec 2, current | A 'dueDate' that is not a date is refused.
  POST /tasks +{dueDate: "tomorrow"} → 400
due-date-other-order | spec 2, current | A 'dueDate' in the order DD/MM/YYYY is refused.
  POST /tasks +{dueDate: "17/05/2030"} → 400
due-date-with-time | spec 2, current | A 'dueDate' with a time is refused.
  POST /tasks +{"dueDate": "2030-05-17T10:00:00Z"} → 400
due-date-short | spec 2, current | A 'dueDate' without leading zeros is refused.
  POST /tasks +{dueDate: "2030-5-7"} → 400
due-date-no-such-day | decision 10, current | 30 February is refused as 'dueDate'.
  POST /tasks +{dueDate: "2026-02-30"} → 400
checklist-text-missing | spec 2, current | The text of a checklist item is required.
  POST /tasks +{checklistItems: [{done: true}]} → 400
checklist-text-empty | spec 8, current | An empty checklist text is refused.
  POST /tasks +{checklistItems: [{text: "", done: true}]} → 400
checklist-text-too-long | spec 8, current | A checklist text of 201 characters is refused.
  POST /tasks +{checklistItems: [{text: ${text(201)}, done: true}]} → 400
checklist-text-blank | decision 8, current | A checklist text of spaces is refused.
  POST /tasks +{checklistItems: [{text: " "}]} → 400
checklist-second-item | spec 8, current | The second checklist item is validated too.
  POST /tasks +{checklistItems: [{text: "x", done: true}, {text: "", done: true}]} → 400
checklist-too-long | decision 9, current | 101 checklist items are refused.
  POST /tasks +{checklistItems: [${Array(101).fill('{text: "x"}')}]} → 400
`)

/** The white space that `\s` matches in ECMAScript. */
const WHITE_SPACE =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'

/** Adds a check of tasks with these values, which are refused. The earlier edition ignores the checklist. */
function refused(heading: string, tasks: readonly object[]): void {
  const steps = tasks.map((values) => {
    return `${'checklistItems' in values ? 'current ' : ''}POST /tasks +${JSON.stringify(values)} → 400`
  })
  validation([heading, ...steps].join('\n'))
}

/** Returns tasks that have a text in one field each. */
function inEachField(text: string): object[] {
  return [{ title: text }, { labels: ['x', text] }, { checklistItems: [{ text: 'x' }, { text }] }]
}

refused('blank-unicode | decision 8, v1 v2 | Texts of any white space are refused.', [
  ...[...WHITE_SPACE].map((title) => ({ title })),
  ...inEachField(WHITE_SPACE),
])
for (const [name, what, texts] of [
  ['null-character', 'U+0000', ['\0', 'a\0b']],
  ['lone-surrogate', 'an unpaired surrogate', ['a\ud800', '\udc00', '\udc00\ud800']],
] as const) {
  const tasks = texts.flatMap((text) => [{ description: text }, ...inEachField(text)])
  refused(`${name} | decision 39, v1 v2 | Text with ${what} is refused in every field.`, tasks)
}

const OTHER_TYPES: [fields: string[], values: unknown[], scope?: 'current'][] = [
  [
    ['title', 'description', 'status', 'priority'],
    [0, true, {}, ['TODO']],
  ],
  [['labels'], ['', 'a', 5, true, {}, [null], [5], [{}], [['a']]]],
  [['dueDate'], [0, true, {}, ['2026-03-02']], 'current'],
  [
    ['checklistItems'],
    ['', 'a', 5, {}, [5], [null], [[]], [{ text: 5 }], [{ text: 'a', done: 0 }], [{ text: 'a', done: 'true' }]],
    'current',
  ],
]
for (const [names, values, scope = ''] of OTHER_TYPES) {
  for (const name of names) {
    const heading = `${name}-other-type | decision 5, v1 v2 ${scope} | Values of other types are refused as '${name}'.`
    refused(
      heading,
      values.map((value) => ({ [name]: value })),
    )
  }
}
for (const [heading, dates] of [
  [
    "due-date-other-format | spec 2, v1 v2 current | A 'dueDate' in another format is refused.",
    ['2026-03', '20260302', '2026/03/02', '26-03-02', '+002026-03-02', '2026-W10-1', '2026-03-02\n', '２０２６-03-02'],
  ],
  [
    'due-date-not-in-calendar | decision 10, v1 v2 current | A day that is not in the calendar is refused.',
    ['', '2027-02-29', '1900-02-29', '2026-04-31', '2026-13-01', '2026-00-10', '2026-01-00'],
  ],
] as const) {
  refused(
    heading,
    dates.map((dueDate) => ({ dueDate })),
  )
}
