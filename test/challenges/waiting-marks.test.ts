import t from 'tap'
import { dropRepeatedMarks } from '../../src/journal/waiting-marks.js'
import type { JournalEntry } from '../../src/store/store.js'

t.test('of equal marks that follow each other, the first and the last are kept (decision 134)', async (t) => {
  const waiting = dropRepeatedMarks()
  const keptOf = (steps: readonly number[], restarts = 0) => {
    const entries = steps.map((step) => {
      const marks = [{ challenge: 'retry-read', key: 'GET /tasks/1', step, isLast: step === 1 }]
      return { challenges: { at: 0, restarts, marks } } as unknown as JournalEntry
    })
    for (const entry of entries) waiting.add('board', entry)
    return entries.map(({ challenges }) => challenges?.marks.length === 1)
  }
  t.strictSame(keptOf([1, 1, 1, 1]), [true, false, false, true])
  t.strictSame(keptOf([0, 0, 0, 1, 0]), [true, false, true, true, true])
  t.strictSame(keptOf([0, 0], 1), [true, true], 'after a reset, requests count again')
  waiting.forget('board')
  t.strictSame(keptOf([0], 1), [true], 'a written request is not replaced')
})
