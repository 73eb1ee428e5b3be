import t from 'tap'
import { addMark, type KeptMarks, type Solution, type TimedMark } from '../../src/challenges/judge.js'

/** Returns the mark of a step of a challenge with two steps. */
function mark(step: number, key: string, at: number): TimedMark {
  return { challenge: 'two', step, key, isLast: step === 1, at, requestId: `${step} ${key} ${at}` }
}

/** Adds marks in this order, and returns the solution, or the kept marks. */
function judge(marks: readonly TimedMark[]): { solution?: Solution; kept: KeptMarks[string] } {
  let kept: KeptMarks[string] = []
  for (const added of marks) {
    const result = addMark(kept, added)
    if ('solution' in result) return { ...result, kept }
    kept = result.kept
  }
  return { kept }
}

t.test('a sequence is complete with its last step, if the keys are the same', async (t) => {
  t.strictSame(judge([mark(0, 'a', 1), mark(0, 'b', 2), mark(1, 'a', 3)]).solution, { requestId: '1 a 3', at: 3 })
  t.equal(judge([mark(0, 'a', 1), mark(1, 'b', 2)]).solution, undefined)
  t.equal(judge([mark(1, 'a', 1), mark(0, 'a', 2)]).solution, undefined)
  t.strictSame(judge([mark(1, 'a', 1), mark(0, 'a', 2), mark(1, 'a', 3)]).solution, { requestId: '1 a 3', at: 3 })
})

t.test('the steps can arrive in another order than they happened, from another replica (decision 134)', async (t) => {
  t.strictSame(judge([mark(1, 'a', 5), mark(0, 'a', 3)]).solution, { requestId: '1 a 5', at: 5 })
})

t.test('equal steps can arrive in another order than they happened (decision 134)', async (t) => {
  const late = [mark(1, 'a', 5), mark(1, 'a', 1), mark(0, 'a', 3)]
  t.strictSame(judge(late).solution, { requestId: '1 a 5', at: 5 }, 'a success before the failure arrives late')
  const early = [mark(0, 'a', 7), mark(1, 'a', 5), mark(0, 'a', 3)]
  t.strictSame(judge(early).solution, { requestId: '1 a 5', at: 5 }, 'the first failure arrives after the second one')
})

t.test('later steps are no longer kept when the first step cannot arrive any more', async (t) => {
  t.strictSame(judge([mark(1, 'a', 1), mark(1, 'b', 20_000)]).kept.length, 1)
  t.strictSame(judge([mark(0, 'a', 1), mark(1, 'b', 20_000)]).kept.length, 2)
})

t.test('a sequence that has begun is kept, however long its next step takes', async (t) => {
  const middle = { ...mark(1, 'a', 2), isLast: false }
  const last = { ...mark(2, 'a', 60_000), isLast: true }
  const { solution } = judge([mark(0, 'a', 1), middle, mark(0, 'b', 30_000), last])
  t.strictSame(solution, { requestId: '2 a 60000', at: 60_000 })
})

t.test('200 unfinished sequences are kept, and do not displace the steps of another kind (decision 134)', async (t) => {
  const first = Array.from({ length: 250 }, (_, index) => mark(0, `first ${index}`, index))
  const later = Array.from({ length: 250 }, (_, index) => mark(1, `later ${index}`, 300 + index))
  const { kept } = judge([...first, ...later])
  t.equal(kept.length, 400)
  t.strictSame(judge([...first, ...later, mark(1, 'first 50', 600)]).solution, { requestId: '1 first 50 600', at: 600 })
  t.equal(judge([...first, mark(1, 'first 49', 600)]).solution, undefined)
})
