import t from 'tap'
import { END } from '../../../test/kit/habits/cases.js'
import { limited, seen } from '../../../test/kit/habits/requests.js'
import { judge } from './judge.js'

t.test('neither a refusal without Retry-After nor Retry-After alone is a situation (decision 152)', async (t) => {
  const { retryAfter } = limited(0)
  t.strictSame(judge([limited(0, { retryAfter: null }), seen({ arrivedAt: 100, retryAfter })], END), [])
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
