import t from 'tap'
import { cases, END } from '../../../test/kit/habits/cases.js'
import { seen } from '../../../test/kit/habits/requests.js'
import { judge } from './judge.js'
import type { Observation } from './observation.js'

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

t.test('an expiring token is judged alone while late requests have the one before (decision 152)', async (t) => {
  const requests = [
    ...[expired(0), refresh(50), seen({ arrivedAt: 100, token: 'new' })],
    ...[expired(150, { token: 'new' }), refresh(170, 'b'), expired(200, { target: '/tasks/1' })],
    seen({ arrivedAt: 300, token: 'third' }),
  ]
  const judged = judge(requests, END).map(({ situation, verdict }) => `${situation}: ${verdict}`)
  t.strictSame(judged, ['expired-token: right', 'expired-token: right'])
})

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
