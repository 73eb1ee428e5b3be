import t from 'tap'
import type { Mark } from '../log/entry.js'
import { CHALLENGES } from './catalogue.js'
import { on } from './challenge.js'
import { addMark, judgeSteps } from './judge.js'
import { createFinder } from './marks.js'

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

t.test('requests solve a challenge once, and begun sequences are kept', async (t) => {
  const entry = (requestId: string, ...marks: Mark[]) => ({
    requestId,
    time: '10:00',
    challenges: { restarts: 0, marks },
  })
  const undone = { ...mark(-1, 'a'), isLast: false }
  const requests = [{ requestId: '1', time: '10:00' }, entry('2', mark(1, 'a')), entry('3', mark(0, 'a'), undone)]
  t.strictSame(judgeSteps(requests, {}, []), { begun: {}, solutions: [] })
  const { begun, solutions } = judgeSteps([entry('4', mark(0, 'a'))], {}, [])
  t.strictSame([begun, solutions], [{ two: [['a', 1]] }, []])
  const solving = [entry('5', mark(1, 'a')), entry('6', mark(0, 'a'), mark(1, 'a'))]
  t.strictSame(judgeSteps(solving, begun, []), {
    begun: {},
    solutions: [{ challenge: 'two', requestId: '5', time: '10:00' }],
  })
  t.strictSame(judgeSteps(solving, {}, ['two']).solutions, [])
})

t.test('the steps of unsolved challenges are found, later ones only if the sequence may have begun', async (t) => {
  const steps = [on('GET /tasks', 200), on('GET /tasks', 200)]
  const find = createFinder([{ ...(CHALLENGES[0] as (typeof CHALLENGES)[number]), name: 'two', steps }])
  const found = (solved: object, hasBegun: boolean) =>
    find({ status: 200, route: 'GET /tasks', variant: 'v1' }, { ...solved }, () => hasBegun).map(({ index }) => index)
  t.strictSame([found({}, true), found({}, false), found({ two: 1 }, true)], [[1, 0], [0], []])
})
