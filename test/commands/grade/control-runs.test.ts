import t from 'tap'
import { controlCount, withControlRuns } from '../../../src/commands/grade/control-runs.js'

t.test('there is a control run per ten runs with a defect, at least 10, no more than these, at least 4', async (t) => {
  const counts = [1, 4, 8, 32, 100, 133, 399]
  t.strictSame(counts.map(controlCount), [4, 4, 8, 10, 10, 14, 40])
})

t.test('control runs can have every place', async (t) => {
  const places = new Set<number>()
  const first = new Set<number>()
  for (let count = 0; count < 300; count++) {
    const queue = withControlRuns([0, 1, 2, 3], (index) => index + 10)
    const ordered = queue.toSorted((a, b) => a - b)
    t.strictSame(ordered, [0, 1, 2, 3, 10, 11, 12, 13])
    for (const [place, run] of queue.entries()) if (run >= 10) places.add(place)
    first.add(queue[0] as number)
  }
  t.equal(places.size, 8)
  t.equal(first.size, 8, 'the defects do not keep their order')
})
