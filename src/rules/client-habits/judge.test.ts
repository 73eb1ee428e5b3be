import t from 'tap'
import { create, seen } from '../../../test/kit/habits/requests.js'
import { judge } from './judge.js'
import type { Observation } from './observation.js'
import type { DrillEnd, Verdict } from './row.js'

const END: DrillEnd = { endedAt: 60_000, wasStopped: false }
const STOPPED: DrillEnd = { endedAt: 1000, wasStopped: true }

type Case = [title: string, verdict: Verdict['verdict'], requests: Observation[], end?: DrillEnd]

/** Checks the verdict on the only situation of each case. */
function cases(situation: string, list: readonly Case[]): void {
  for (const [title, verdict, requests, end = END] of list) {
    t.test(`${situation}: ${title}: ${verdict} (decision 152)`, async (t) => {
      const verdicts = judge(requests, end).filter((one) => one.situation === situation)
      t.equal(verdicts.length, 1)
      t.equal(verdicts[0]?.verdict, verdict, String(verdicts[0]?.reason))
    })
  }
}

const limited = (arrivedAt: number, given: Partial<Observation> = {}) =>
  seen({ arrivedAt, status: 429, faults: ['rate-limited'], retryAfter: { delay: 2000, isDate: false }, ...given })

cases('retry-after', [
  ['repeated after the time', 'right', [limited(0), seen({ arrivedAt: 2020 })]],
  ['repeated within the slack', 'right', [limited(0), seen({ arrivedAt: 1870 })]],
  ['repeated a moment before the slack', 'wrong', [limited(0), seen({ arrivedAt: 1840 })]],
  ['repeated at once', 'wrong', [limited(0), seen({ arrivedAt: 15 })]],
  ['never repeated', 'wrong', [limited(0), seen({ arrivedAt: 3000, target: '/tasks/1' })]],
  ['stopped before the time', 'not-shown', [limited(0)], STOPPED],
  [
    '503, with a date',
    'right',
    [
      limited(0, { status: 503, faults: ['unavailable'], retryAfter: { delay: 2990, isDate: true } }),
      seen({ arrivedAt: 2990 }),
    ],
  ],
  [
    '503, before the date',
    'wrong',
    [
      limited(0, { status: 503, faults: ['unavailable'], retryAfter: { delay: 2990, isDate: true } }),
      seen({ arrivedAt: 1000 }),
    ],
  ],
  [
    'a create that was repeated after the time',
    'right',
    [
      limited(0, { method: 'POST', target: '/tasks', bodyHash: 'a' }),
      create({ arrivedAt: 500, bodyHash: 'b' }),
      create({ arrivedAt: 2500, bodyHash: 'a' }),
    ],
  ],
  [
    'repeated with another body, but with the same key',
    'right',
    [
      limited(0, { method: 'POST', target: '/tasks', bodyHash: 'a', idempotencyKey: 'x' }),
      create({ arrivedAt: 2500, bodyHash: 'b', idempotencyKey: 'x' }),
    ],
  ],
  [
    'another request with the same key',
    'wrong',
    [
      limited(0, { method: 'POST', target: '/tasks', bodyHash: 'a', idempotencyKey: 'x' }),
      create({ arrivedAt: 2500, bodyHash: 'b', idempotencyKey: 'x' }),
      seen({ arrivedAt: 2600, idempotencyKey: 'x' }),
    ],
  ],
  [
    'another method with the same path and the same key',
    'wrong',
    [
      limited(0, { method: 'DELETE', target: '/tasks/1', idempotencyKey: 'x' }),
      seen({ arrivedAt: 2500, target: '/tasks/1', idempotencyKey: 'x' }),
    ],
  ],
])

const failed = (arrivedAt: number, given: Partial<Observation> = {}) =>
  seen({ arrivedAt, status: 500, faults: ['server-error'], ...given })
const reset = (arrivedAt: number, given: Partial<Observation> = {}) =>
  seen({ arrivedAt, status: 444, faults: ['connection-reset'], ...given })

cases('failed-request', [
  ['500, repeated once', 'right', [failed(0), seen({ arrivedAt: 12 })]],
  ['growing pauses', 'right', [failed(0), failed(110), seen({ arrivedAt: 320 })]],
  ['growing pauses, of a second and two', 'right', [failed(0), failed(1010), seen({ arrivedAt: 3020 })]],
  ['pauses that vary at random', 'right', [failed(0), failed(910), seen({ arrivedAt: 1220 })]],
  ['short pauses that may have grown', 'right', [failed(0), failed(60), seen({ arrivedAt: 120 })]],
  ['equal pauses', 'wrong', [failed(0), failed(1010), seen({ arrivedAt: 2020 })]],
  ['equal pauses of timers that are not exact', 'wrong', [failed(0), failed(213), seen({ arrivedAt: 423 })]],
  ['random pauses that are near each other', 'right', [failed(0), failed(510), seen({ arrivedAt: 1025 })]],
  [
    'equal pauses before a success, and then none',
    'right',
    [failed(0), failed(1010), failed(1030), seen({ arrivedAt: 2020 })],
  ],
  ['no pauses', 'wrong', [failed(0), failed(12), seen({ arrivedAt: 24 })]],
  ['a storm', 'wrong', Array.from({ length: 11 }, (_, index) => failed(index * index * 100))],
  ['given up after two attempts', 'right', [failed(0), failed(500)]],
  ['never repeated', 'wrong', [failed(0), seen({ arrivedAt: 20, target: '/tasks?page=1&size=2' })]],
  ['never repeated, and the program ended', 'wrong', [failed(0)]],
  ['never repeated, but stopped', 'not-shown', [failed(0)], STOPPED],
  ['a reset read', 'right', [reset(0), seen({ arrivedAt: 100 })]],
  [
    'a lost response to a change',
    'right',
    [
      reset(0, { method: 'PUT', target: '/tasks/1', faults: ['lost-response'] }),
      seen({ arrivedAt: 100, method: 'PUT', target: '/tasks/1' }),
    ],
  ],
  ['an empty page', 'wrong', [seen({ arrivedAt: 0, faults: ['empty-response'] })]],
  ['a truncated page', 'right', [seen({ arrivedAt: 0, faults: ['truncated-body'] }), seen({ arrivedAt: 50 })]],
  ['an empty response to a change', 'not-shown', [seen({ arrivedAt: 0, method: 'PUT', faults: ['empty-response'] })]],
])

const lost = (arrivedAt: number, given: Partial<Observation> = {}) =>
  create({ arrivedAt, status: 444, faults: ['lost-response'], created: '/tasks/1', ...given })
const search = (arrivedAt: number) => seen({ arrivedAt, target: '/tasks?search=one' })
const DELETION = { method: 'DELETE', target: '/tasks/2', status: 204 }

cases('lost-create', [
  ['looked, and found the task', 'right', [lost(0), search(50)]],
  ['looked with HEAD', 'right', [lost(0), seen({ arrivedAt: 50, method: 'HEAD', target: '/tasks/1' })]],
  [
    'neither looked nor repeated',
    'not-shown',
    [lost(0), create({ arrivedAt: 50, bodyHash: 'two', created: '/tasks/2' })],
  ],
  [
    'looked only in a later step',
    'not-shown',
    [lost(0), seen({ arrivedAt: 50, method: 'PUT', target: '/tasks/1' }), search(100)],
  ],
  ['repeated, and did not delete the duplicate', 'wrong', [lost(0), create({ arrivedAt: 50, created: '/tasks/2' })]],
  ['looked, and repeated nevertheless', 'wrong', [lost(0), search(20), create({ arrivedAt: 50, created: '/tasks/2' })]],
  [
    'repeated, and deleted the duplicate',
    'right',
    [lost(0), create({ arrivedAt: 50, created: '/tasks/2' }), seen({ arrivedAt: 100, ...DELETION })],
  ],
  [
    'repeated, but the deletion failed',
    'wrong',
    [lost(0), create({ arrivedAt: 50, created: '/tasks/2' }), seen({ arrivedAt: 100, ...DELETION, status: 404 })],
  ],
  ['repeated, and lost again', 'wrong', [lost(0), lost(50, { created: '/tasks/2' })]],
  ['repeated, but nothing was created', 'not-shown', [lost(0), create({ arrivedAt: 50, status: 409 })]],
  [
    'looked only after the repetition, which created nothing',
    'not-shown',
    [lost(0), create({ arrivedAt: 50, status: 409 }), search(100)],
  ],
  ['a storm', 'wrong', Array.from({ length: 11 }, (_, index) => lost(index * 100, { created: `/tasks/${index}` }))],
])

t.test('the reason says where and when the client did not look', async (t) => {
  const looks = [[], [seen({ arrivedAt: 50, method: 'PUT', target: '/tasks/1' }), search(100)]]
  for (const look of looks) {
    const [verdict] = judge([lost(0), ...look], END)
    const reason = 'The client neither repeated the request, nor looked in buggy before its next step.'
    t.match(verdict, { situation: 'lost-create', verdict: 'not-shown', reason })
  }
})

cases('failed-create', [
  [
    '500, repeated',
    'right',
    [failed(0, { method: 'POST', target: '/tasks', bodyHash: 'one' }), create({ arrivedAt: 100 })],
  ],
  [
    'reset, looked and repeated',
    'right',
    [reset(0, { method: 'POST', target: '/tasks', bodyHash: 'one' }), search(50), create({ arrivedAt: 100 })],
  ],
  [
    'reset, looked at the task',
    'right',
    [reset(0, { method: 'POST', target: '/tasks', bodyHash: 'one' }), seen({ arrivedAt: 50, target: '/tasks/1' })],
  ],
  [
    'not repeated',
    'not-shown',
    [reset(0, { method: 'POST', target: '/tasks', bodyHash: 'one' }), create({ arrivedAt: 100, bodyHash: 'two' })],
  ],
  [
    'a storm',
    'wrong',
    Array.from({ length: 11 }, (_, index) => failed(index * 100, { method: 'POST', target: '/tasks' })),
  ],
])

const slow = (given: Partial<Observation> = {}) =>
  seen({ arrivedAt: 0, endedAt: 3000, faults: ['slow-response'], ...given })

cases('slow-response', [
  ['waited', 'right', [slow()]],
  ['a slow body', 'right', [slow({ faults: ['slow-body'] })]],
  [
    'disconnected, and repeated',
    'right',
    [slow({ endedAt: 1000, status: 499, isDisconnected: true }), seen({ arrivedAt: 1000 })],
  ],
  [
    'repeated a moment before the service saw the end',
    'right',
    [slow({ endedAt: 1000, status: 499, isDisconnected: true }), seen({ arrivedAt: 920 })],
  ],
  ['repeated while the first attempt ran', 'wrong', [slow(), seen({ arrivedAt: 1000 })]],
  ['sent twice at the same time', 'right', [slow(), seen({ arrivedAt: 5 })]],
  ['within the announced time', 'right', [slow({ deadline: 3000 })]],
  ['beyond the announced time', 'wrong', [slow({ deadline: 2000 })]],
  ['stopped during the response', 'not-shown', [slow({ endedAt: 1000 })], STOPPED],
  ['a storm', 'wrong', [slow(), ...Array.from({ length: 10 }, (_, index) => seen({ arrivedAt: 4000 + index * 100 }))]],
])

const missing = (arrivedAt: number, status = 404) => seen({ arrivedAt, status, target: '/tasks/999999' })

cases('refused-request', [
  ['404, not repeated', 'right', [missing(0), seen({ arrivedAt: 100 })]],
  ['404, repeated', 'wrong', [missing(0), missing(100), missing(300)]],
  ['404, repeated once', 'wrong', [missing(0), seen({ arrivedAt: 100, target: '/tasks/999999' })]],
  ['404, and read again after a write', 'right', [missing(0), create({ arrivedAt: 50 }), missing(100)]],
  ...[400, 405, 413, 415, 422].map(
    (status): Case => [
      `${status}, repeated after another write`,
      'wrong',
      [missing(0, status), create({ arrivedAt: 50 }), missing(100, status)],
    ],
  ),
])

const broken = (fault: string, given: Partial<Observation> = {}) => seen({ arrivedAt: 0, faults: [fault], ...given })

cases('broken-content', [
  ...['malformed-json', 'wrong-content-type', 'html-error'].map(
    (fault): Case => [`${fault}, repeated`, 'right', [broken(fault), seen({ arrivedAt: 100 })]],
  ),
  ['repeated, and then given up', 'right', [broken('html-error'), broken('html-error', { arrivedAt: 100 })]],
  ['not repeated, but success reported', 'wrong', [broken('malformed-json')], { ...END, claimsSuccess: true }],
  ['not repeated, and failure reported', 'not-shown', [broken('malformed-json')], { ...END, claimsSuccess: false }],
  ['not repeated, and nothing reported', 'not-shown', [broken('malformed-json')]],
  [
    'a create that the client did not repeat',
    'not-shown',
    [broken('html-error', { method: 'POST' })],
    { ...END, claimsSuccess: true },
  ],
  ['a storm', 'wrong', Array.from({ length: 11 }, (_, index) => broken('html-error', { arrivedAt: index * 100 }))],
])

/** Creates requests at a rate, each with its own target. */
function load(from: number, count: number, given: Partial<Observation> = {}): Observation[] {
  return Array.from({ length: count }, (_, index) => {
    const arrivedAt = from + Math.floor((index * 900) / count)
    return seen({ arrivedAt, target: `/tasks/${from}-${index}`, ...given })
  })
}

const refusal = (arrivedAt: number) =>
  seen({ arrivedAt, status: 503, faults: ['overload'], retryAfter: { delay: 1000, isDate: false } })

cases('overload', [
  ['fewer requests after it', 'right', [...load(-950, 60), refusal(0), ...load(50, 20)]],
  ['as many requests after it', 'wrong', [...load(-950, 60), refusal(0), refusal(300), ...load(50, 60)]],
  ['few requests before it', 'not-shown', [...load(-950, 10), refusal(0), ...load(50, 60)]],
  ['stopped within a second', 'not-shown', [...load(-950, 60), refusal(0)], { endedAt: 500, wasStopped: true }],
])

t.test('refusals after two seconds without one are another overload (decision 152)', async (t) => {
  const verdicts = judge([refusal(0), refusal(1500), refusal(3000), refusal(5500)], END)
  t.strictSame(
    verdicts.map(({ situation }) => situation),
    ['overload', 'overload'],
  )
})

const expired = (arrivedAt: number, given: Partial<Observation> = {}) =>
  seen({ arrivedAt, status: 403, hasExpiredToken: true, token: 'old', ...given })
const refresh = (arrivedAt: number, refreshToken = 'a') =>
  seen({ arrivedAt, method: 'POST', target: '/auth/refresh', refreshToken })
const login = (arrivedAt: number) => seen({ arrivedAt, method: 'POST', target: '/auth/login' })

cases('expired-token', [
  ['refreshed once', 'right', [expired(0), refresh(50), seen({ arrivedAt: 100, token: 'new' })]],
  [
    'refreshed once for parallel requests',
    'right',
    [expired(0), expired(2, { target: '/tasks/1' }), refresh(50), seen({ arrivedAt: 100, token: 'new' })],
  ],
  [
    'refreshed again later',
    'right',
    [
      expired(0),
      refresh(50),
      seen({ arrivedAt: 100, token: 'new' }),
      refresh(5000, 'b'),
      seen({ arrivedAt: 5100, token: 'third' }),
    ],
  ],
  [
    'a refresh for each parallel request',
    'wrong',
    [
      expired(0),
      expired(2, { target: '/tasks/1' }),
      refresh(30),
      refresh(32, 'b'),
      seen({ arrivedAt: 100, token: 'new' }),
    ],
  ],
  ['a refresh token that was used before', 'wrong', [refresh(-900), expired(0), refresh(50)]],
  ['logged in once', 'right', [expired(0), login(50), seen({ arrivedAt: 100, token: 'new' })]],
  ['no new token', 'not-shown', [expired(0), expired(100)]],
])

t.test(
  'a token that expires while late requests still have the one before is judged alone (decision 152)',
  async (t) => {
    const requests = [
      ...[expired(0), refresh(50), seen({ arrivedAt: 100, token: 'new' })],
      ...[expired(150, { token: 'new' }), refresh(170, 'b'), expired(200, { target: '/tasks/1' })],
      seen({ arrivedAt: 300, token: 'third' }),
    ]
    t.strictSame(
      judge(requests, END).map(({ situation, verdict }) => `${situation}: ${verdict}`),
      ['expired-token: right', 'expired-token: right'],
    )
  },
)

t.test('logins: a login for each request is wrong, and few logins are right (decision 152)', async (t) => {
  const use = (arrivedAt: number) => seen({ arrivedAt, token: `t${arrivedAt}` })
  const verdictOf = (requests: Observation[]) => judge(requests, END)[0]?.verdict
  t.equal(verdictOf([login(0), use(10), login(20), use(30), login(40), use(50)]), 'wrong')
  t.equal(verdictOf([login(0), use(10), use(20)]), 'right')
  t.equal(verdictOf([login(0), use(10), login(20), use(30), use(40)]), 'right')
  t.equal(verdictOf([login(0), use(10)]), 'not-shown')
  const logout = (arrivedAt: number, token: string) =>
    seen({ arrivedAt, method: 'POST', target: '/auth/logout', status: 204, token })
  const sessions = [0, 100, 200].flatMap((at) => [login(at), use(at + 10), logout(at + 20, `t${at + 10}`)])
  t.equal(verdictOf(sessions), 'wrong', 'a logout is no use of a token')
})

t.test('a verdict names the request, its faults, and the requests that prove it (decision 152)', async (t) => {
  const [first, other, next] = [limited(0), seen({ arrivedAt: 500, target: '/tasks/1' }), seen({ arrivedAt: 1500 })]
  t.strictSame(judge([next, other, first], END), [
    {
      situation: 'retry-after',
      verdict: 'wrong',
      request: 'GET /tasks?page=0&size=2',
      faults: ['rate-limited'],
      requestIds: [first.requestId, next.requestId],
      reason: 'The client repeated the request after 1.49 s, but Retry-After allowed it after 2.00 s.',
    },
  ])
})
