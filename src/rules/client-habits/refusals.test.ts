import t from 'tap'
import { type Case, cases, END, STOPPED } from '../../../test/kit/habits/cases.js'
import { create, limited, load, seen } from '../../../test/kit/habits/requests.js'
import { judge } from './judge.js'

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
  const situations = verdicts.map(({ situation }) => situation)
  t.strictSame(situations, ['overload', 'overload'])
})
