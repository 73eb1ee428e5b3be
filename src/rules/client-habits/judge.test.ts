import t from 'tap'
import { create, seen } from '../../../test/kit/habits/requests.js'
import { judge } from './judge.js'
import type { Observation } from './observation.js'
import type { DrillEnd, Verdict } from './row.js'

const END: DrillEnd = { endedAt: 60_000, wasStopped: false }
const STOPPED: DrillEnd = { endedAt: 1000, wasStopped: true }

/** What a case says besides its requests: how the drill ended, the reason, and the indexes of the requests that prove it. */
type Details = Partial<DrillEnd> & { reason?: string; proof?: readonly number[] }
type Case = [title: string, verdict: Verdict['verdict'], requests: Observation[], details?: Details]

/** When the cases begin, in milliseconds: only differences of times count. */
const START = 100_000

/** Checks the verdict on the only situation of each case. */
function cases(situation: string, list: readonly Case[]): void {
  for (const [title, verdict, requests, { reason, proof, ...end } = {}] of list) {
    t.test(`${situation}: ${title}: ${verdict} (decision 152)`, async (t) => {
      const later = requests.map((one) => ({
        ...one,
        arrivedAt: START + one.arrivedAt,
        endedAt: START + one.endedAt,
      }))
      const all = judge(later, { ...END, ...end, endedAt: START + (end.endedAt ?? END.endedAt) })
      const [found, ...others] = all.filter((one) => one.situation === situation)
      t.strictSame(others, [])
      t.equal(found?.verdict, verdict, String(found?.reason))
      if (reason !== undefined) t.equal(found?.reason, reason)
      const proving = found?.requestIds.map((id) => requests.findIndex(({ requestId }) => requestId === id))
      if (proof === undefined) t.notOk(proving?.includes(-1))
      else t.strictSame(proving, proof)
    })
  }
}

const limited = (arrivedAt: number, given: Partial<Observation> = {}) =>
  seen({ arrivedAt, status: 429, faults: ['rate-limited'], retryAfter: { delay: 2000, isDate: false }, ...given })

cases('retry-after', [
  ['repeated after the time', 'right', [limited(0), seen({ arrivedAt: 2020 })], { proof: [0, 1] }],
  ['repeated within the slack', 'right', [limited(0), seen({ arrivedAt: 1860 })]],
  ['repeated a moment before the slack', 'wrong', [limited(0), seen({ arrivedAt: 1859 })]],
  ['repeated at once', 'wrong', [limited(0), seen({ arrivedAt: 15 })]],
  ['never repeated', 'wrong', [limited(0), seen({ arrivedAt: 3000, target: '/tasks/1' })]],
  ['never repeated by a short program', 'wrong', [limited(0)], { endedAt: 1000 }],
  ['stopped before the time', 'not-shown', [limited(0)], STOPPED],
  ['stopped before the end of the slack', 'not-shown', [limited(0)], { endedAt: 2159, wasStopped: true }],
  ['stopped after the slack', 'wrong', [limited(0)], { endedAt: 2160, wasStopped: true }],
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
  ['500, repeated once', 'right', [failed(0), seen({ arrivedAt: 12 })], { proof: [0, 1] }],
  ['500 without a fault', 'right', [failed(0, { faults: [] }), seen({ arrivedAt: 12 })]],
  ['growing pauses', 'right', [failed(0), failed(110), failed(320), seen({ arrivedAt: 700 })], { proof: [0, 1, 2, 3] }],
  ['sent twice at the same time', 'wrong', [failed(0, { endedAt: 1000 }), seen({ arrivedAt: 899 })]],
  ['repeated a moment before the end', 'right', [failed(0, { endedAt: 1000 }), seen({ arrivedAt: 900 })]],
  ['the shortest pauses', 'right', [failed(0), failed(30), seen({ arrivedAt: 60 })]],
  ['the shortest equal pauses', 'wrong', [failed(0), failed(110), seen({ arrivedAt: 220 })]],
  ['pauses that differ as timers do at most', 'wrong', [failed(0), failed(210), seen({ arrivedAt: 424 })]],
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
  ['ten attempts', 'right', Array.from({ length: 10 }, (_, index) => failed(index * index * 100))],
  [
    'sent often before',
    'right',
    [...load(-2000, 11, { target: failed(0).target }), failed(0), seen({ arrivedAt: 12 })],
  ],
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
  [
    'an empty response to a change',
    'not-shown',
    [seen({ arrivedAt: 0, method: 'PUT', faults: ['slow-body', 'empty-response'] })],
  ],
])

const lost = (arrivedAt: number, given: Partial<Observation> = {}) =>
  create({ arrivedAt, status: 444, faults: ['lost-response'], created: '/tasks/1', ...given })
const search = (arrivedAt: number) => seen({ arrivedAt, target: '/tasks?search=one' })
const DELETION = { method: 'DELETE', target: '/tasks/2', status: 204 }

cases('lost-create', [
  ['looked, and found the task', 'right', [lost(0), search(50)], { proof: [0, 1] }],
  ['looked at once', 'right', [lost(0), search(0)]],
  ['looked at something else', 'not-shown', [lost(0), seen({ arrivedAt: 50, target: '/other' })]],
  ['looked after another create', 'right', [lost(0), create({ arrivedAt: 50, bodyHash: 'two' }), search(100)]],
  ['an equal task was created before', 'not-shown', [create({ arrivedAt: 0, created: '/tasks/9' }), lost(50)]],
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
  [
    'looked, and repeated nevertheless',
    'wrong',
    [lost(0), search(20), create({ arrivedAt: 50, created: '/tasks/2' })],
    { proof: [0, 1, 2] },
  ],
  ...(
    [
      ['deleted the duplicate', 'right', {}],
      ['lost the response to its deletion', 'right', { status: 444 }],
      ['its deletion failed', 'wrong', { status: 404 }],
      ['deleted another task', 'wrong', { target: '/tasks/3' }],
      ['read it', 'wrong', { method: 'GET' }],
    ] as const
  ).map(
    ([title, verdict, given]): Case => [
      `repeated, and ${title}`,
      verdict,
      [lost(0), create({ arrivedAt: 50, created: '/tasks/2' }), seen({ arrivedAt: 100, ...DELETION, ...given })],
      verdict === 'right' ? { proof: [0, 1, 2] } : {},
    ],
  ),
  ['repeated, and lost again', 'wrong', [lost(0), lost(50, { created: '/tasks/2' })]],
  [
    'repeated, but nothing was created',
    'not-shown',
    [lost(0), create({ arrivedAt: 50, status: 409 })],
    { reason: 'The repeated request created nothing.' },
  ],
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
    { proof: [0, 1] },
  ],
  [
    'reset, looked and repeated',
    'right',
    [reset(0, { method: 'POST', target: '/tasks', bodyHash: 'one' }), search(50), create({ arrivedAt: 100 })],
    { proof: [0, 1, 2] },
  ],
  [
    'reset, looked at the task',
    'right',
    [reset(0, { method: 'POST', target: '/tasks', bodyHash: 'one' }), seen({ arrivedAt: 50, target: '/tasks/1' })],
    { proof: [0, 1] },
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
    { proof: [0, 1] },
  ],
  ['disconnected', 'right', [slow({ endedAt: 1000, status: 499, isDisconnected: true })]],
  [
    'repeated a moment before the service saw the end',
    'right',
    [slow({ endedAt: 1000, status: 499, isDisconnected: true }), seen({ arrivedAt: 920 })],
  ],
  ['repeated while the first attempt ran', 'wrong', [slow(), seen({ arrivedAt: 250 })]],
  ['repeated a moment before the end', 'right', [slow(), seen({ arrivedAt: 2800 })]],
  ['sent twice at the same time', 'right', [slow(), seen({ arrivedAt: 5 })]],
  ['within the announced time', 'right', [slow({ deadline: 3000 })]],
  ['beyond the announced time', 'wrong', [slow({ deadline: 2000 })]],
  ['within the slack of the announced time', 'right', [slow({ deadline: 2000, endedAt: 2150 })]],
  ['stopped during the response', 'not-shown', [slow()], { endedAt: 3200, wasStopped: true }],
  ['stopped after the response', 'right', [slow()], { endedAt: 3201, wasStopped: true }],
  ['a storm', 'wrong', [slow(), ...Array.from({ length: 10 }, (_, index) => seen({ arrivedAt: 4000 + index * 100 }))]],
])

const missing = (arrivedAt: number, status = 404) => seen({ arrivedAt, status, target: '/tasks/999999' })

cases('refused-request', [
  ['404, not repeated', 'right', [missing(0), seen({ arrivedAt: 100 })]],
  ['404, repeated', 'wrong', [missing(0), missing(100), missing(300)]],
  ['404, repeated once', 'wrong', [missing(0), seen({ arrivedAt: 100, target: '/tasks/999999' })]],
  ['404, and read again after a write', 'right', [missing(0), create({ arrivedAt: 50 }), missing(100)]],
  [
    '404, and read after a write',
    'right',
    [missing(0), create({ arrivedAt: 50 }), seen({ arrivedAt: 100, target: '/tasks/999999' })],
    { proof: [0, 2] },
  ],
  ['404, repeated after another read', 'wrong', [missing(0), seen({ arrivedAt: 50, method: 'HEAD' }), missing(100)]],
  ['404, repeated before a write', 'wrong', [missing(0), missing(100), create({ arrivedAt: 200 })]],
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
    (fault): Case => [`${fault}, repeated`, 'right', [broken(fault), seen({ arrivedAt: 100 })], { proof: [0, 1] }],
  ),
  ['repeated, and then given up', 'right', [broken('html-error'), broken('html-error', { arrivedAt: 100 })]],
  ['not repeated, but success reported', 'wrong', [broken('malformed-json')], { claimsSuccess: true }],
  ['not repeated, and failure reported', 'not-shown', [broken('malformed-json')], { claimsSuccess: false }],
  ['not repeated, and nothing reported', 'not-shown', [broken('malformed-json')]],
  [
    'a create that the client did not repeat',
    'not-shown',
    [broken('html-error', { method: 'POST' })],
    { claimsSuccess: true },
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
  [
    '20 requests before it, and 17 after it',
    'right',
    [...load(-1000, 20), refusal(0), ...load(50, 17), ...load(1010, 9)],
  ],
  ['20 requests before it, and 18 after it', 'wrong', [...load(-1000, 20), refusal(0), ...load(50, 18)]],
  ['stopped within a second', 'not-shown', [...load(-950, 60), refusal(0)], { endedAt: 1009, wasStopped: true }],
  ['stopped after a second', 'right', [...load(-950, 60), refusal(0)], { endedAt: 1010, wasStopped: true }],
  ['ended within a second', 'right', [...load(-950, 60), refusal(0)], { endedAt: 500 }],
])

t.test('refusals after two seconds without one are another overload (decision 152)', async (t) => {
  const verdicts = judge([refusal(0), refusal(1500), refusal(3500), refusal(5501)], END)
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
  [
    'refreshed once',
    'right',
    [expired(0), refresh(50), seen({ arrivedAt: 100, token: 'new' })],
    { reason: 'The client refreshed the token once.', proof: [0, 1] },
  ],
  ['refreshed soon', 'right', [expired(0), refresh(60)]],
  ['refreshed later, and never used the new token', 'not-shown', [expired(0), refresh(61)]],
  [
    'refreshed later, and then went on',
    'right',
    [
      seen({ arrivedAt: -100, token: 'older' }),
      expired(0),
      expired(5, { target: '/tasks/1' }),
      seen({ arrivedAt: 20 }),
      seen({ arrivedAt: 30, method: 'POST', target: '/auth/logout', token: 'other' }),
      refresh(500),
      seen({ arrivedAt: 600, token: 'new' }),
    ],
  ],
  [
    'repeated a refresh that got no response',
    'right',
    [expired(0), { ...refresh(30), status: 444 }, refresh(50), seen({ arrivedAt: 100, token: 'new' })],
  ],
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
      login(34),
      seen({ arrivedAt: 100, token: 'new' }),
    ],
    { reason: 'The client sent 2 refreshes and 1 logins for one expired token.' },
  ],
  ['a refresh token that was used before', 'wrong', [refresh(-900), expired(0), refresh(50)], { proof: [1, 2] }],
  [
    'logged in once',
    'right',
    [expired(0), { ...login(40), status: 401 }, login(50), seen({ arrivedAt: 100, token: 'new' })],
    { reason: 'The client logged in once.' },
  ],
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

const use = (arrivedAt: number) => seen({ arrivedAt, token: `t${arrivedAt}` })
const logout = (arrivedAt: number) =>
  seen({ arrivedAt, method: 'POST', target: '/auth/logout', status: 204, token: `t${arrivedAt}` })

cases('logins', [
  [
    'a login for each request',
    'wrong',
    [login(0), use(10), login(20), use(30), login(40), use(50)],
    { reason: 'The client logged in 3 times for 3 requests.', proof: [0, 2, 4] },
  ],
  ['a logout is no use of a token', 'wrong', [0, 100, 200].flatMap((at) => [login(at), use(at + 10), logout(at + 20)])],
  [
    'one login',
    'right',
    [login(0), use(10), use(20)],
    { reason: 'The client logged in once for 2 requests.', proof: [0] },
  ],
  [
    'two logins',
    'right',
    [login(0), use(10), login(20), use(30)],
    { reason: 'The client logged in 2 times for 2 requests.' },
  ],
  ['three logins for four requests', 'right', [login(0), use(10), login(20), use(30), login(40), use(50), use(60)]],
  ['one request with a token', 'not-shown', [login(0), use(10), seen({ arrivedAt: 20 })]],
])

t.test(
  'a refusal without Retry-After, and Retry-After without a refusal, are no situation (decision 152)',
  async (t) => {
    const { retryAfter } = limited(0)
    t.strictSame(judge([limited(0, { retryAfter: null }), seen({ arrivedAt: 100, retryAfter })], END), [])
  },
)

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
