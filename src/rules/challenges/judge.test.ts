import t from 'tap'
import type { Mark } from '../log/entry.js'
import { addMark } from './judge.js'

/** Returns the mark of a step of a challenge with two steps. */
const mark = (step: number, key: string): Mark => ({ challenge: 'two', step, key, isLast: step === 1 })

/** Adds marks in this order, and returns how many solve the challenge or are kept. */
function judge(marks: readonly Mark[]) {
  let begun: Exclude<ReturnType<typeof addMark>, 'solved'> = []
  for (const added of marks) {
    const result = addMark(begun, added)
    if (result === 'solved') return result
    begun = result
  }
  return begun.length
}

t.test('a sequence is complete with its last step, if the keys are the same', async (t) => {
  t.equal(judge([mark(0, 'a'), mark(0, 'b'), mark(1, 'a')]), 'solved')
  t.equal(judge([mark(0, 'a'), mark(1, 'b')]), 1)
  t.equal(judge([mark(1, 'a'), mark(0, 'a')]), 1)
  t.equal(judge([mark(1, 'a'), mark(0, 'a'), mark(0, 'a'), mark(1, 'a')]), 'solved')
})

t.test('a sequence of three steps needs each of them', async (t) => {
  const middle = { ...mark(1, 'a'), isLast: false }
  const last = { ...mark(2, 'a'), isLast: true }
  t.equal(judge([mark(0, 'a'), middle, mark(0, 'b'), middle, last]), 'solved')
  t.equal(judge([mark(0, 'a'), last, middle]), 1)
})

t.test('an undone sequence begins again, with its key, with its owner, or with all', async (t) => {
  const undo = (key: string) => ({ ...mark(-1, key), isLast: false })
  for (const key of ['a', '@1', '@']) {
    t.equal(judge([mark(0, 'a@1'), undo(key), mark(1, 'a')]), 0, key)
  }
  t.equal(judge([mark(0, 'a@1'), undo('b'), undo('@2'), mark(1, 'a')]), 'solved')
})

t.test('200 begun sequences of a challenge are kept (decision 134)', async (t) => {
  const first = Array.from({ length: 250 }, (_, index) => mark(0, `first ${index}`))
  t.equal(judge([...first, mark(1, 'first 50')]), 'solved')
  t.equal(judge([...first, mark(1, 'first 49')]), 200)
})
