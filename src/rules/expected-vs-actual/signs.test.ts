import t from 'tap'
import type { Evidence } from './evidence.js'
import type { Difference } from './exchange.js'
import { isAboutStatus, partOf, placesOf, placesOfPart, showsFault } from './signs.js'

const TIME = '2026-03-02T08:30:00Z'
const DATE: Difference = { at: 'body.content[3].updatedAt', kind: 'type', of: 'task 12', expected: TIME, actual: 1 }
const PRIORITY: Difference = { at: 'body.content[3].priority', kind: 'missing', of: 'task 12' }

/** Examples of differences, by a name for each. */
const DIFFERENCES: Record<string, Difference> = {
  ...{ date: DATE, missing: PRIORITY, changed: { ...PRIORITY, kind: 'value' } },
  other: { ...PRIORITY, at: 'body.priority.other' },
  null: { ...DATE, actual: null },
  number: { ...DATE, expected: 'a' },
  value: { ...DATE, kind: 'value' },
  created: { at: 'status', kind: 'value', expected: 201, actual: 200 },
  ...Object.fromEntries([429, 500, 502, 503].map((actual) => [actual, { at: 'status', kind: 'value', actual }])),
  delay: { at: 'time', kind: 'delay' },
  time: { at: 'time', kind: 'value' },
  none: { at: 'response', kind: 'unknown' },
  type: { at: 'headers.content-type', kind: 'missing' },
  count: { at: 'body.totalElements', kind: 'value', actual: 503 },
  pages: { at: 'body.totalPages', kind: 'value' },
  page: { at: 'body.currentPage', kind: 'value' },
  ...Object.fromEntries(
    (['missing', 'added', 'repeated', 'order'] as const).map((kind) => [
      `${kind} task`,
      { at: 'body.content', kind, items: 'task' },
    ]),
  ),
  repeated: { at: 'body.comments', kind: 'repeated' },
  ...Object.fromEntries((['value', 'missing', 'delay'] as const).map((kind) => [`body ${kind}`, { at: 'body', kind }])),
}

t.test('a fault shows in some differences', async (t) => {
  const bodies = Object.keys(DIFFERENCES).filter(
    (name) => DIFFERENCES[name]?.at.startsWith('body') && name !== 'body delay',
  )
  const cases: Record<string, string[]> = {
    'slow-response': ['delay'],
    'server-error': ['500'],
    'search-case': ['count', 'missing task', 'added task'],
    'missing-fields': ['missing'],
    pagination: ['pages', 'page'],
    'date-mix': ['date'],
    'wrong-status': ['created', '429', '500', '502', '503'],
    unavailable: ['503'],
    'rate-limited': ['429'],
    'html-error': ['502'],
    'malformed-json': ['body value'],
    'wrong-content-type': ['type'],
    'empty-response': ['body missing'],
    'truncated-body': ['body value'],
    'slow-body': ['body delay'],
    'stale-read': bodies,
    'duplicate-item': ['repeated task'],
    overload: ['503', 'delay', 'time'],
    'connection-reset': ['none'],
    'lost-response': ['none'],
  }
  for (const [fault, names] of Object.entries({ ...cases, unknown: [] })) {
    const shown = Object.entries(DIFFERENCES).flatMap(([name, difference]) =>
      showsFault(fault, difference) ? name : [],
    )
    t.strictSame(shown.toSorted(), names.toSorted(), fault)
  }
  const about = Object.keys(cases).filter(isAboutStatus)
  t.strictSame(about, ['server-error', 'wrong-status', 'unavailable', 'rate-limited', 'html-error'])
})

const evidenceOf = (work: Difference[], ...changed: string[]): Evidence => ({
  exchange: null,
  difference: [],
  work,
  changed,
})

t.test('a fault has a part of the response, with its places', async (t) => {
  const item = 'body.content[3]'
  const cases: [fault: string, work: Difference[], part: string, places: string[]][] = [
    ['other', [], 'the response', []],
    ['slow-response', [DATE], 'the time', []],
    ['stale-read', [DATE], 'the last write', []],
    ['wrong-status', [], 'the status', ['status']],
    ['date-mix', [], 'the dates', []],
    ['date-mix', [{ ...DATE, of: undefined as never }], 'the dates', []],
    ['date-mix', [PRIORITY, DATE], 'the dates of task 12', [`${item}.createdAt`, `${item}.updatedAt`]],
    ['date-mix', [{ ...DATE, at: 'body[0].uploadedAt' }], 'the dates of task 12', ['body[0].uploadedAt']],
    ['missing-fields', [PRIORITY], 'the fields of task 12', [item]],
  ]
  for (const [fault, work, part, places] of cases) {
    const evidence = evidenceOf(work)
    t.strictSame([partOf(fault, evidence), placesOfPart(fault, evidence)], [part, places], fault)
  }
})

t.test('the places that faults have changed are each named once, and an object for its missing members', async (t) => {
  const work = Object.values(DIFFERENCES)
  const places = placesOf(
    evidenceOf(
      [...work, DATE],
      'date-mix',
      'missing-fields',
      'search-case',
      'slow-response',
      'wrong-content-type',
      'empty-response',
    ),
  )
  t.strictSame(places, [DATE.at, 'body.content[3]', 'headers.content-type', 'body.totalElements', 'body'])
})
