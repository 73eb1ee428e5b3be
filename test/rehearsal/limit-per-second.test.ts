import t from 'tap'
import { limitPerSecond } from '../../src/rehearsal/limit-per-second.js'

t.test('each board has its own limit, which starts again with each second', async (t) => {
  let now = 5_300
  const mayRehearse = limitPerSecond(2, () => now)
  t.strictSame([mayRehearse('a'), mayRehearse('a'), mayRehearse('a'), mayRehearse('b')], [true, true, false, true])
  now = 5_999
  t.notOk(mayRehearse('a'))
  now = 6_000
  t.strictSame([mayRehearse('a'), mayRehearse('a'), mayRehearse('a')], [true, true, false])
})
