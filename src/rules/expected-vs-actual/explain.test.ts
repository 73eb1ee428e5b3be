import t from 'tap'
import { DATE, DELAY, evidence, exchangeOf, LEFT_OUT, PRIORITY, STATUS, TEXT } from '../../../test/kit/evidence.js'
import { type Evidence, evidenceOf } from './evidence.js'
import type { Difference } from './exchange.js'
import { explain, explainDefect, hintsFor } from './explain.js'

const SLOW = evidence(['slow-response'], [DELAY], exchangeOf({ firstByte: 4_100_000, delay: 3400 }))
const BOTH = evidence(['slow-response', 'date-mix'], [DATE, DELAY], SLOW.exchange)
const DATES = evidence(['date-mix'], [DATE])
const GONE: Difference = { at: 'response', kind: 'missing' }
const TEXTS: Difference = { at: 'body', kind: 'value', expected: TEXT, actual: TEXT.slice(1) }
const gone = exchangeOf({ disconnected: true, delay: 3400 })

for (const [sentence, shown, fault] of [
  // Right claims.
  ['Right: `updatedAt` of task 12 was a number.', DATES, 'date-mix'],
  ['Right: `updatedAt` of task 12 was a number.', BOTH, 'date-mix'],
  [
    'Right: `updatedAt` of task 12 and 1 more date were numbers.',
    evidence(['date-mix'], [DATE, { ...DATE, at: 'body.content[3].createdAt' }]),
    'date-mix',
  ],
  ['Right: the response was delayed by 3.4 s.', SLOW, 'slow-response'],
  ['Right: tasks 3 and 7 were left out of the search.', evidence(['search-case'], [LEFT_OUT]), 'search-case'],
  [
    'Right: `totalElements` was 1 instead of 4.',
    evidence(['search-case'], [{ at: 'body.totalElements', kind: 'value', expected: 4, actual: 1 }]),
    'search-case',
  ],
  [
    'Right: `currentPage` was 1 instead of 0.',
    evidence(
      ['search-case', 'pagination'],
      [
        { at: 'body.totalPages', kind: 'value', expected: 4, actual: 2 },
        { at: 'body.currentPage', kind: 'value', expected: 0, actual: 1 },
      ],
    ),
    'pagination',
  ],
  ['Right: `priority` of task 3 was missing.', evidence(['missing-fields'], [PRIORITY]), 'missing-fields'],
  ['Right: the status was 200 instead of 201.', evidence(['wrong-status'], [STATUS]), 'wrong-status'],
  [
    'Right: the status was 500.',
    evidence(['server-error'], [{ at: 'status', kind: 'value', actual: 500 }]),
    'server-error',
  ],
  [
    'Right: the status was 503 instead of 204.',
    evidence(['overload'], [{ ...STATUS, expected: 204, actual: 503 }]),
    'overload',
  ],
  [
    'Right: the status was 500, and the operation was not executed.',
    evidence(['server-error'], [{ at: 'status', kind: 'value', actual: 500 }], exchangeOf({ replaced: true })),
    'server-error',
  ],
  [
    'Right: the connection was reset without a response, and the operation was not executed.',
    evidence(['connection-reset'], [GONE], exchangeOf({ replaced: true })),
    'connection-reset',
  ],
  [
    'Right: the connection was closed without a response, and the operation was executed.',
    evidence(['lost-response'], [GONE], null),
    'lost-response',
  ],
  [
    'Right: task 9 was in the list, but should not be.',
    evidence(['search-case'], [{ at: 'body.content', kind: 'added', items: 'task', actual: [{ id: 9 }] }]),
    'search-case',
  ],
  ['Right: the body was not valid JSON.', evidence(['malformed-json'], [TEXTS]), 'malformed-json'],
  ['Right: the connection closed after 92 bytes of the body.', evidence(['truncated-body'], [TEXTS]), 'truncated-body'],
  [
    'Right: the end of the body was delayed by 3.4 s, and the client disconnected before it.',
    evidence(['slow-body'], [{ ...DELAY, at: 'body' }], gone),
    'slow-body',
  ],
  [
    'Right: the end of the body was delayed by 3.4 s.',
    evidence(['slow-body'], [{ ...DELAY, at: 'body' }], null),
    'slow-body',
  ],
  [
    'Right: the response was the one before the last write that changed it.',
    evidence(['stale-read'], [DATE]),
    'stale-read',
  ],
  [
    'Right: the page had task 9 twice.',
    evidence(['duplicate-item'], [{ at: 'body.content', kind: 'repeated', items: 'task', actual: [{ id: 9 }] }]),
    'duplicate-item',
  ],
  ['Right: all fields were present, dates were strings, and it took 12 ms.', evidence([]), 'none'],
  // Right claims whose effect is hidden, for example because the response is no longer recorded.
  ['Right: some dates were numbers.', evidence(['date-mix'], [], null), 'date-mix'],
  ['Right: the response was delayed.', evidence(['slow-response'], [], null), 'slow-response'],
  ['Right: the status was 500.', evidence(['server-error'], [], null), 'server-error'],
  ['Right: the search was case-sensitive.', evidence(['search-case'], [], null), 'search-case'],
  ['Right: the service was overloaded.', evidence(['overload'], [], null), 'overload'],
  [
    'Right: `totalPages` or `currentPage` was off by one.',
    evidence(['search-case', 'pagination'], [LEFT_OUT]),
    'pagination',
  ],
  ['Right: the response was correct.', evidence([], [], null), 'none'],
  ['Right: the response had the fault `other`.', evidence(['other']), 'other'],
  ['Right: no fault changed this response.', evidence([], [STATUS]), 'none'],
  // Another fault was there.
  ['Not this fault: the response took 4.1 s, and its content was correct.', SLOW, 'date-mix'],
  ['Not this fault: the response was delayed by 3.4 s.', evidence(['slow-response'], [DELAY], gone), 'date-mix'],
  ['Not this fault: the response was delayed by 3.4 s.', evidence(['slow-response'], [DELAY, STATUS]), 'date-mix'],
  ['Not this fault: `updatedAt` of task 12 was a number.', DATES, 'slow-response'],
  ['Not this fault: the response was delayed by 3.4 s, and `updatedAt` of task 12 was a number.', BOTH, 'pagination'],
  ['This response had a fault: `updatedAt` of task 12 was a number.', DATES, 'none'],
  [
    'This response had 2 faults: the response was delayed by 3.4 s, and `updatedAt` of task 12 was a number.',
    BOTH,
    'none',
  ],
  // No fault was there.
  [
    'This response was correct: all fields were present, dates were strings, and it took 12 ms.',
    evidence([]),
    'date-mix',
  ],
  [
    'This response was correct: the status 200 was right, all fields were present, dates were strings, and it took 12 ms.',
    evidence([]),
    'wrong-status',
  ],
  [
    'This response was correct: the search left out no task, all fields were present, dates were strings, and it took 12 ms.',
    evidence([]),
    'search-case',
  ],
  [
    'This response was correct: the numbers of the page were right, all fields were present, dates were strings, and it took 12 ms.',
    evidence([]),
    'pagination',
  ],
  [
    'This response was correct: the status 404 was right, and it took 12 ms.',
    evidence([], [], exchangeOf({}, 404, '{"status":404}')),
    'date-mix',
  ],
  [
    'This response was correct: the status 204 was right, and it took 1.3 s.',
    evidence([], [], exchangeOf({ firstByte: 1_349_999 }, 204, null)),
    'slow-response',
  ],
  [
    'This response was correct: the status 204 was right, and the client disconnected before the end.',
    evidence([], [], exchangeOf({ disconnected: true }, 204, null)),
    'slow-response',
  ],
  ['This response was correct.', evidence([], [], null), 'date-mix'],
  ['No fault changed this response.', evidence([], [STATUS]), 'wrong-status'],
] as const satisfies readonly (readonly [string, Evidence, string])[]) {
  t.test(`${fault}: ${sentence}`, async (t) => t.equal(explain(shown, fault), sentence))
}

t.test('a claim of a defect is explained with its rule', async (t) => {
  const claim = {
    title: 'The filter `status` is ignored.',
    rule: 'The filter `status` returns only tasks with this status (specification, section 4).',
  }
  t.equal(
    explainDefect(claim, true),
    'Right: The filter `status` is ignored. The rule: The filter `status` returns only tasks with this status (specification, section 4).',
  )
  t.equal(
    explainDefect(claim, false),
    'Not this defect. The board keeps the rule: The filter `status` returns only tasks with this status (specification, section 4).',
  )
})

for (const [name, shown, hints] of [
  [
    'one fault',
    DATES,
    [
      'This response has a fault.',
      'Look at the dates of task 12.',
      'It is `date-mix`: `updatedAt` of task 12 is a number instead of a string.',
    ],
  ],
  [
    'two faults',
    BOTH,
    [
      'This response has 2 faults.',
      'Look at the time and the dates of task 12.',
      'It is `slow-response`: the response was delayed by 3.4 s. It is also `date-mix`: `updatedAt` of task 12 is a number instead of a string.',
    ],
  ],
  [
    'two faults of one part',
    evidence(['server-error', 'wrong-status'], [STATUS]),
    [
      'This response has 2 faults.',
      'Look at the status.',
      'It is `server-error`: the status is 500. It is also `wrong-status`: the status is 200 instead of 201.',
    ],
  ],
  [
    'several dates',
    evidence(['date-mix'], [DATE, DATE, DATE]),
    [
      'This response has a fault.',
      'Look at the dates of task 12.',
      'It is `date-mix`: `updatedAt` of task 12 and 2 more dates are numbers instead of strings.',
    ],
  ],
  [
    'an unknown fault',
    evidence(['other']),
    ['This response has a fault.', 'Look at the response.', 'It is `other`: the response has the fault `other`.'],
  ],
  [
    'no fault',
    evidence([]),
    [
      'This response is correct.',
      'The status, the content and the time are correct.',
      'No fault changed it: claim `none`.',
    ],
  ],
  [
    'no fault, but a defect',
    evidence([], [STATUS]),
    [
      'No fault changed this response.',
      'If something is wrong, a defect of the board has caused it.',
      'No fault changed it: claim `none`.',
    ],
  ],
] as const satisfies readonly (readonly [string, Evidence, readonly string[]])[]) {
  t.test(`hints for ${name}`, async (t) => t.strictSame(hintsFor(shown), hints))
}

t.test('hints of a board with defects do not tell whether a defect changed the response', async (t) => {
  const hints = hintsFor(evidence([], [STATUS]), true)
  t.strictSame(hintsFor(evidence([]), true), hints)
  t.equal(hints[0], 'No fault changed this response.')
  t.strictSame(hintsFor(evidenceOf(exchangeOf({ unknown: true }), [])), hints)
})
