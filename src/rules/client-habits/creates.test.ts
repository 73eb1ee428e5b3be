import t from 'tap'
import { type Case, cases, END } from '../../../test/kit/habits/cases.js'
import { create, failed, reset, seen } from '../../../test/kit/habits/requests.js'
import { judge } from './judge.js'
import type { Observation } from './observation.js'

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
