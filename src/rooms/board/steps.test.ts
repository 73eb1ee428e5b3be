import t from 'tap'
import { createScheduler, type Steps } from './steps.js'

/** Work of so many steps, each of which takes a quarter of a turn's time. It notes its name at each step. */
function* work(name: string, count: number, clock: { now: number }, log: string[]): Steps<string> {
  for (let step = 0; step < count; step++) {
    clock.now += 0.25
    log.push(name)
    yield
  }
  return name
}

const nextTurn = () => new Promise(setImmediate)

t.test('short work is done at once', async (t) => {
  const scheduler = createScheduler(() => 0)
  t.equal(scheduler.run(work('a', 2, { now: 0 }, [])), 'a')
})

t.test('all work together gets about one millisecond of each turn, and four works share it', async (t) => {
  const clock = { now: 0 }
  const log: string[] = []
  const scheduler = createScheduler(() => clock.now)
  const results = [...'abcde'].map((name) => scheduler.run(work(name, 6, clock, log)))
  t.equal(log.splice(0).join(''), 'aabbccddee', 'each work gets half a millisecond at once')
  for (const expected of ['', 'abcd', 'abcd', 'abcd', 'abcd']) {
    await nextTurn()
    t.equal(log.splice(0).join(''), expected)
  }
  t.strictSame(await Promise.all(results), [...'abcde'])
  t.equal(log.join(''), 'eeee', 'the fifth work follows')
})

t.test('work that fails rejects, and does not stop the others', async (t) => {
  const clock = { now: 0 }
  const scheduler = createScheduler(() => clock.now)
  function* failing(): Steps<string> {
    yield* work('a', 4, clock, [])
    throw new Error('failed')
  }
  const [failed, succeeded] = [scheduler.run(failing()), scheduler.run(work('b', 9, clock, []))]
  await t.rejects(Promise.resolve(failed), { message: 'failed' })
  t.equal(await succeeded, 'b')
})
