import t from 'tap'
import { creditAfter, hintSettingOf } from './claims/credit.js'
import { judgeClaim } from './claims/judge.js'
import { toObservation } from './client-habits/observation.js'
import { judgeLog } from './judge-log.js'
import type { SavedClaim, SavedDrill, SavedLogHeader, SavedRequest } from './saved-log.js'

const HEADER: SavedLogHeader = {
  log: 1,
  version: '2.0.0',
  edition: 'current',
  board: 'default',
  time: '10:00',
  unlisted: 0,
  firstRequest: 1,
  lastRequest: 1,
  claims: 0,
  restarts: 2,
  defectsNumber: 3,
  challenges: ['first-task', 'replace-task', 'find-date-mix'],
  drill: null,
}

const request = (number: number, given: Partial<SavedRequest> = {}): SavedRequest => ({
  number,
  time: `09:0${number}`,
  method: 'GET',
  path: '/api/buggy/tasks',
  query: null,
  status: 200,
  requestId: `r${number}`,
  changed: [],
  ...given,
})

t.test('claims of faults are judged by their requests, and others keep their verdict', async (t) => {
  const claim = (number: number, request: number | null, fault: string | null, isRight: boolean): SavedClaim => {
    const requestId = request === null ? null : `r${request}`
    const defect = fault === null ? 'search-case' : null
    const time = `09:1${number}`
    return { number, time, requestId, request, fault, defect, isRight, credit: 0.5, explanation: null }
  }
  const claims = [
    claim(1, 2, 'date-mix', true),
    claim(2, null, 'date-mix', true),
    claim(3, 1, 'date-mix', false),
    claim(4, 1, 'date-mix', false),
    claim(5, 2, 'none', false),
    claim(6, 8, 'pagination', true),
    claim(7, 1, null, true),
  ]
  const judged = judgeLog({ header: HEADER, requests: [request(1, { changed: ['date-mix'] }), request(2)], claims })
  t.strictSame(
    judged.claims.map(({ number, isRight, credit }) => [number, isRight, credit]),
    [
      [1, false, null],
      [2, true, 0.5],
      [3, true, 0.5],
      [4, true, 0.5],
      [5, true, null],
      [6, true, 0.5],
      [7, true, 0.5],
    ],
  )
  t.strictSame(Object.keys(judged.claims[0] ?? {}), ['number', 'requestId', 'fault', 'defect', 'isRight', 'credit'])
  t.strictSame(judged.challenges, [{ challenge: 'find-date-mix', requestId: 'r1', time: '09:13' }])
})

t.test('challenges that the board shows are solved by steps since their last restart, in order of time', async (t) => {
  const solving = (number: number, challenge: string, restarts = 2) =>
    request(number, { challenges: { restarts, marks: [{ challenge, step: 0, key: '', isLast: true }] } })
  const requests = [
    solving(5, 'replace-task', 1),
    solving(4, 'replace-task'),
    solving(3, 'first-task'),
    solving(2, 'first-list'),
    request(1),
  ]
  t.strictSame(judgeLog({ header: HEADER, requests, claims: [] }).challenges, [
    { challenge: 'first-task', requestId: 'r3', time: '09:03' },
    { challenge: 'replace-task', requestId: 'r4', time: '09:04' },
  ])
})

const facts = (arrivedAt: number, run = 'last') => ({
  run,
  idempotencyKey: null,
  bodyHash: null,
  arrivedAt,
  endedAt: arrivedAt + 10,
  isDisconnected: false,
  retryAfter: null,
  created: null,
  deadline: null,
  token: null,
  refreshToken: null,
  hasExpiredToken: false,
})

t.test('the last run of a drill is judged, up to its end or to its last exported request', async (t) => {
  const limited = (arrivedAt: number, run?: string) =>
    request(1, {
      status: 429,
      query: 'page=0',
      changed: ['rate-limited'],
      drill: { ...facts(arrivedAt, run), retryAfter: { delay: 2000, isDate: false } },
    })
  const requests = [limited(0, 'first'), limited(0), request(2, { drill: facts(5000) }), request(3)]
  const judge = (given: Partial<SavedDrill>, seen = requests) => {
    const end = { endedAt: 100, wasStopped: true }
    const drill = { run: 'last', requests: seen.length, isFinished: true, end, tasks: [], ...given }
    return judgeLog({ header: { ...HEADER, drill }, requests: seen, claims: [] }).drill
  }
  t.match(judge({}), {
    requests: 4,
    isFinished: true,
    verdicts: [{ situation: 'retry-after', verdict: 'not-shown', request: 'GET /tasks?page=0', requestIds: ['r1'] }],
    score: { right: 1, total: 5, percent: 20 },
  })
  t.match(judge({ isFinished: false }), { isFinished: false, score: null, verdicts: [{ verdict: 'wrong' }] })
  t.equal(judge({ requests: 0 })?.score, null)
  const many = [...Array.from({ length: 500 }, (_, index) => request(2, { drill: facts(index) })), limited(9000)]
  t.strictSame(judge({}, many)?.verdicts, [], 'only the first 500 requests are judged')
})

t.test('the target of a request of a drill is below the variant', async (t) => {
  for (const [path, query, target] of [
    ['/api/v2/tasks/1', 'a=b', '/tasks/1?a=b'],
    ['/api/buggy', null, ''],
    ['/other/api/v1/tasks', null, '/other/api/v1/tasks'],
  ] as const) {
    t.match(toObservation(request(1, { path, query }), facts(0)), { target, method: 'GET', requestId: 'r1' })
  }
})

t.test('effects are counted since the defects were configured, and have their first request', async (t) => {
  const affected = (number: number, defect: string, given: Partial<SavedRequest> = {}) =>
    request(number, { defectsNumber: 3, effects: [{ defect, effect: 'response' }], ...given })
  const { number: _, ...unlisted } = affected(0, 'b')
  const requests = [
    unlisted,
    affected(1, 'b', { defectsNumber: 2 }),
    affected(2, 'b', { query: 'page=1' }),
    affected(3, 'a', { path: '/'.padEnd(2000, 'x') }),
    affected(4, 'b'),
    affected(5, 'b', { effects: [{ defect: 'b', effect: 'write' }] }),
    request(6, { defectsNumber: 3 }),
  ]
  const { effects } = judgeLog({ header: HEADER, requests, claims: [] })
  t.strictSame(
    effects.map(({ defect, effect, requests, first }) => [defect, effect, requests, first.number, first.target.length]),
    [
      ['a', 'response', 1, 3, 1024],
      ['b', 'response', 2, 2, 23],
      ['b', 'write', 1, 5, 16],
    ],
  )
  const first = { number: 2, requestId: 'r2', time: '09:02', method: 'GET', status: 200 }
  t.strictSame(effects[1]?.first, { ...first, target: '/api/buggy/tasks?page=1' })
})

t.test('a find counts less after counted hints, and nothing after the explanation of a wrong claim', async (t) => {
  const wrong = { isRight: false, explanation: 'It was `date-mix`.' }
  for (const [setting, hints, others, credit] of [
    ['counted', undefined, [], 1],
    ['counted', 2, [], 0.25],
    ['counted', 4, [], 0],
    ['counted', 1, [{ ...wrong, explanation: null }], 0.5],
    ['counted', 1, [{ ...wrong, isRight: true }], 0.5],
    ['counted', 1, [{ ...wrong, isRight: true }, wrong], 0],
    ['free', 3, [wrong], 1],
    ['off', 3, [wrong], 1],
  ] as const) {
    t.strictSame(judgeClaim('date-mix', { changed: ['date-mix'], ...(hints && { hints }) }, others, setting), {
      isRight: true,
      credit,
    })
  }
  t.equal(creditAfter('counted', 0), 1)
  t.equal(hintSettingOf(null), 'free')
  t.equal(hintSettingOf({ hints: 'counted' }), 'counted')
})
