import t from 'tap'
import { createCounter } from '../../src/http/counter.js'

t.test('each key has its own window, which starts with its first event', async (t) => {
  let now = 5_300
  const count = createCounter(1000, () => now)
  t.strictSame(count('a'), { count: 1, rest: 1000 })
  now = 6_299
  t.strictSame(count('a', 2), { count: 3, rest: 1 })
  t.strictSame([count('a', 0).count, count('a', -2).count, count('b').count], [3, 1, 1])
  t.strictSame([count('b', -3).count, count('b').count], [0, 1], 'events that are taken back twice give no room')
  now = 6_300
  t.strictSame(count('a', 0), { count: 0, rest: 1000 })
  t.strictSame(count('a', -1).count, 0)
})
