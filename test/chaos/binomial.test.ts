import t from 'tap'
import { binomialBounds } from './binomial.js'

// Worked out with integers in Python: the sums of math.comb(n, k) * a**k * (b - a)**(n - k) for p = a / b.
for (const [n, p, alpha, low, high] of [
  [10, 0.5, 0.05, 2, 8],
  [100, 0.1, 0.001, 2, 21],
  [1000, 0.15, 0.000_001, 98, 208],
  [1000, 0.004, 0.000_001, 0, 17],
] as const) {
  t.test(`the bounds of ${n} trials with ${p} at ${alpha} are exact`, async (t) => {
    t.same(binomialBounds(n, p, alpha), [low, high])
  })
}
