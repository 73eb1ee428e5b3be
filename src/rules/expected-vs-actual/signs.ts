import { counted } from '../../contract/numbers.js'
import { clauseOf, subjectOf, type Tense } from './describe.js'
import type { Evidence } from './evidence.js'
import type { Difference } from './exchange.js'

/** A date and time of RFC 3339. */
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

/** How a fault shows in a response. */
interface Sign {
  /** The part of the response to look at. */
  part: string
  /** The same of one item, for example of a task. By default, the part is that of the whole response. */
  partOfItem?: string
  /** The places of the part, if it has some: those of the response, or the members of the item. By default, the item. */
  places?: readonly string[]
  /** Whether a difference is the work of this fault. */
  shows(difference: Difference): boolean
  /** Describes the differences of this fault, if the response shows them; by default, the first of them. */
  describe?(differences: [Difference, ...Difference[]], tense: Tense, evidence: Evidence): string | undefined
  /** The effect in both tenses, if no difference shows it: it is not recorded, or another fault has hidden it. */
  otherwise: string
}

/** Chooses the words of a tense: `is` or `was` from `{is|was}`. */
function inTense(text: string, tense: Tense): string {
  return text.replace(/\{(.*?)\|(.*?)\}/g, tense === 'present' ? '$1' : '$2')
}

function replacedBy(status: number): Sign {
  return {
    part: 'the status',
    places: ['status'],
    shows: ({ at, actual }) => at === 'status' && actual === status,
    describe: ([difference], tense, { exchange }) => {
      const clause = clauseOf(difference, tense)
      return exchange?.replaced ? `${clause}, and the operation was not executed` : clause
    },
    otherwise: `the status {is|was} ${status}`,
  }
}

/** The sign of a fault that ends the connection before a response is sent. */
function unansweredBy(ending: string): Sign {
  const clause = `the connection {is|was} ${ending} without a response`
  return {
    part: 'the connection',
    shows: ({ at }) => at === 'response',
    describe: (_differences, tense, { exchange }) =>
      `${inTense(clause, tense)}, and the operation was ${exchange?.replaced ? 'not ' : ''}executed`,
    otherwise: clause,
  }
}

const SIGNS: Record<string, Sign> = {
  'slow-response': {
    part: 'the time',
    shows: ({ at, kind }) => at === 'time' && kind === 'delay',
    otherwise: 'the response was delayed',
  },
  'server-error': replacedBy(500),
  'search-case': {
    part: 'the tasks that the search found',
    shows: ({ at, kind }) =>
      at === 'body.totalElements' || (at === 'body.content' && (kind === 'missing' || kind === 'added')),
    describe: ([difference], tense) => {
      const clause = clauseOf(difference, tense)
      return difference.kind === 'missing' ? `${clause} of the search` : clause
    },
    otherwise: 'the search {is|was} case-sensitive',
  },
  'missing-fields': {
    part: 'the fields of the tasks',
    partOfItem: 'the fields',
    shows: ({ at, kind }) => kind === 'missing' && /\.(description|priority)$/.test(at),
    otherwise: '`description` or `priority` of a task {is|was} missing',
  },
  pagination: {
    part: 'the numbers of the page',
    places: ['body.totalPages', 'body.currentPage'],
    shows: ({ at }) => at === 'body.currentPage' || at === 'body.totalPages',
    // The fault changes one of the two. A search or an earlier response has changed `totalPages` before.
    describe: (differences, tense, evidence) => shownClause(differences.at(-1) ?? differences[0], tense, evidence),
    otherwise: '`totalPages` or `currentPage` {is|was} off by one',
  },
  'date-mix': {
    part: 'the dates',
    partOfItem: 'the dates',
    places: ['createdAt', 'updatedAt'],
    shows: ({ kind, expected, actual }) =>
      kind === 'type' && TIMESTAMP.test(String(expected)) && typeof actual === 'number',
    describe: ([first, ...others], tense) => {
      if (others.length === 0) return tense === 'present' ? clauseOf(first, tense) : `${subjectOf(first)} was a number`
      const more = counted(others.length, 'more date')
      return `${subjectOf(first)} and ${more} ${inTense('{are numbers instead of strings|were numbers}', tense)}`
    },
    otherwise: 'some dates {are numbers instead of strings|were numbers}',
  },
  'wrong-status': {
    part: 'the status',
    places: ['status'],
    shows: ({ at }) => at === 'status',
    otherwise: 'the status {is|was} 200 instead of 201',
  },
  unavailable: replacedBy(503),
  'rate-limited': replacedBy(429),
  'html-error': replacedBy(502),
  'malformed-json': {
    part: 'the body',
    shows: ({ at, kind }) => at === 'body' && kind === 'value',
    describe: () => undefined,
    otherwise: 'the body {is|was} not valid JSON',
  },
  'wrong-content-type': {
    part: 'the header `Content-Type`',
    places: ['headers.content-type'],
    shows: ({ at }) => at === 'headers.content-type',
    otherwise: 'the `Content-Type` {is|was} not that of JSON',
  },
  'empty-response': {
    part: 'the body',
    shows: ({ at, kind }) => at === 'body' && kind === 'missing',
    otherwise: 'the body {is|was} missing',
  },
  'truncated-body': {
    part: 'the end of the body',
    shows: ({ at, kind }) => at === 'body' && kind === 'value',
    // A defect can have changed the body before, so the length of the expected one says nothing about it.
    describe: (_differences, tense, { exchange }) =>
      inTense(`the connection {closes|closed} after ${exchange?.response.body.bytes} bytes of the body`, tense),
    otherwise: 'the connection {closes|closed} in the body',
  },
  'slow-body': {
    part: 'the time of the body',
    shows: ({ at, kind }) => at === 'body' && kind === 'delay',
    describe: ([difference], tense, { exchange }) =>
      `${clauseOf(difference, tense)}${exchange?.disconnected ? ', and the client disconnected before it' : ''}`,
    otherwise: 'the body {is|was} slow',
  },
  'stale-read': {
    part: 'the last write',
    shows: ({ at, kind }) => at.startsWith('body') && kind !== 'delay',
    describe: (_differences, tense) =>
      inTense('the response {is|was} the one before the last write that changed it', tense),
    otherwise: 'the response {is|was} an earlier one',
  },
  'duplicate-item': {
    part: 'the tasks of the page',
    shows: ({ at, kind }) => at === 'body.content' && kind === 'repeated',
    describe: ([{ actual }], tense) => {
      const [task] = actual as { id?: unknown }[]
      return inTense(`the page {has|had} task ${task?.id} twice`, tense)
    },
    otherwise: 'the page {has|had} a task twice',
  },
  overload: {
    part: 'the time and the status',
    shows: ({ at, actual }) => at === 'time' || (at === 'status' && actual === 503),
    otherwise: 'the service {is|was} overloaded',
  },
  'connection-reset': unansweredBy('reset'),
  'lost-response': unansweredBy('closed'),
}

/** Whether a fault shows in the status of a response. */
export function isAboutStatus(fault: string): boolean {
  return SIGNS[fault]?.part === 'the status'
}

/** Whether a difference is the work of a fault. */
export function showsFault(fault: string, difference: Difference): boolean {
  return SIGNS[fault]?.shows(difference) === true
}

/** The names of the faults with a sign. */
export const SIGNED_FAULTS: readonly string[] = Object.keys(SIGNS)

/** Returns the part of the response in which a fault shows: `the dates of task 12`. */
export function partOf(fault: string, { work }: Evidence): string {
  const sign = SIGNS[fault]
  const item = sign && work.find(sign.shows)?.of
  if (sign?.partOfItem !== undefined && item !== undefined) return `${sign.partOfItem} of ${item}`
  return sign?.part ?? 'the response'
}

/** Returns where the part of {@link partOf} is in the response, whatever is wrong there; empty if it has no place. */
export function placesOfPart(fault: string, { work }: Evidence): readonly string[] {
  const { partOfItem, places, shows } = SIGNS[fault] ?? {}
  if (partOfItem === undefined) return places ?? []
  const found = shows && work.find(shows)
  if (found?.of === undefined) return []
  const end = found.at.lastIndexOf('.')
  const item = found.at.slice(0, end)
  if (places === undefined) return [item]
  // An attachment has another date, and no others.
  return places.includes(found.at.slice(end + 1)) ? places.map((name) => `${item}.${name}`) : [found.at]
}

/** Describes how a fault has changed a response: "`updatedAt` of task 12 was a number instead of a string". */
export function describeFault(fault: string, evidence: Evidence, tense: Tense): string {
  const sign = SIGNS[fault]
  if (sign === undefined) return inTense(`the response {has|had} the fault \`${fault}\``, tense)
  const [first, ...others] = evidence.work.filter(sign.shows)
  if (first === undefined) return inTense(sign.otherwise, tense)
  const describe = sign.describe ?? (([difference]) => shownClause(difference, tense, evidence))
  return describe([first, ...others], tense, evidence) ?? inTense(sign.otherwise, tense)
}

/** Describes what a fault has changed. Another value that defects or other faults have changed is compared with the expected one. */
function shownClause(work: Difference, tense: Tense, { difference }: Evidence): string | undefined {
  const shown = work.kind === 'value' ? difference.find(({ at }) => at === work.at) : work
  return shown && clauseOf(shown, tense)
}

/**
 * Returns the places of a response that its faults have changed, as `at` of differences has them. The place of a missing
 * member is the object that should have it.
 */
export function placesOf({ changed, work }: Evidence): string[] {
  const places = work
    .filter((one) => changed.some((fault) => showsFault(fault, one)) && one.kind !== 'delay' && one.items === undefined)
    .map(({ at, kind }) => (kind === 'missing' && at.startsWith('body.') ? at.slice(0, at.lastIndexOf('.')) : at))
  return [...new Set(places)]
}
