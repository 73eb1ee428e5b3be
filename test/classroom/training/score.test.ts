import t from 'tap'
import { computeScore, qualityOf } from '../../../src/classroom/scores/score.js'
import { creditAfter } from '../../../src/rules/claims/credit.js'

t.test('precision, recall and F1 follow from three numbers', async (t) => {
  const cases: [happened: number, found: number, wrong: number, ...expected: (number | null)[]][] = [
    [0, 0, 0, null, null, null],
    [4, 0, 0, null, 0, 0],
    [4, 4, 0, 1, 1, 1],
    [4, 2, 0, 1, 0.5, 0.6667],
    [4, 2, 2, 0.5, 0.5, 0.5],
    [10, 9, 1, 0.9, 0.9, 0.9],
    [3, 1, 5, 0.1667, 0.3333, 0.2222],
    [0, 0, 7, 0, null, 0],
  ]
  for (const [happened, found, wrong, precision, recall, f1] of cases) {
    t.strictSame(
      qualityOf({ happened, found, wrong }),
      { happened, found, credit: found, wrong, precision, recall, f1 },
      `${happened}, ${found}, ${wrong}`,
    )
  }
})

t.test('a score sums faults and claims, counts wrong claims of none, and lists faults without responses', async (t) => {
  const score = computeScore(
    {
      happened: { 'date-mix': 8, pagination: 2 },
      faults: {
        'date-mix': { right: 6, wrong: 1, credit: 6 },
        'server-error': { right: 0, wrong: 2, credit: 0 },
        none: { right: 40, wrong: 3, credit: 40 },
      },
      defects: { x: true, gone: true, y: false },
    },
    ['x', 'y'],
    ['date-mix', 'pagination', 'server-error'],
  )
  t.strictSame(score, {
    claims: 55,
    total: { happened: 10, found: 6, credit: 6, wrong: 6, precision: 0.5, recall: 0.6, f1: 0.5455 },
    faults: [
      { fault: 'date-mix', happened: 8, found: 6, credit: 6, wrong: 1, precision: 0.8571, recall: 0.75, f1: 0.8 },
      { fault: 'pagination', happened: 2, found: 0, credit: 0, wrong: 0, precision: null, recall: 0, f1: 0 },
      { fault: 'server-error', happened: 0, found: 0, credit: 0, wrong: 2, precision: 0, recall: null, f1: 0 },
    ],
    none: { right: 40, wrong: 3 },
    defects: { happened: 2, found: 1, credit: 1, wrong: 1, precision: 0.5, recall: 0.5, f1: 0.5 },
  })
})

/**
 * Scores with counted hints: the responses with the fault, the finds after 0 to 3 hints, the wrong claims, the credit, the
 * precision, the recall and F1.
 */
const COUNTED = [
  [4, 4, 0, 0, 0, 0, 4, 1, 1, 1],
  [4, 2, 0, 0, 0, 2, 2, 0.5, 0.5, 0.5],
  [4, 0, 4, 0, 0, 0, 2, 1, 0.5, 0.6667],
  [4, 0, 0, 4, 0, 0, 1, 1, 0.25, 0.4],
  [4, 0, 0, 0, 4, 0, 0, 1, 0, 0],
  [4, 1, 1, 1, 1, 0, 1.75, 1, 0.4375, 0.6087],
  [10, 3, 2, 1, 0, 2, 4.25, 0.75, 0.425, 0.5426],
  [10, 0, 4, 0, 2, 4, 2, 0.6, 0.2, 0.3],
  [4, 0, 0, 0, 0, 3, 0, 0, 0, 0],
  [0, 0, 0, 0, 0, 0, 0, null, null, null],
]

t.test('the scores with counted hints are those that were computed by hand (decision 133)', async (t) => {
  for (const row of COUNTED) {
    const [happened, ...others] = row as number[]
    const finds = others.slice(0, 4)
    const [wrong = 0, credit, precision, recall, f1] = others.slice(4)
    const right = finds.reduce((sum, count) => sum + count)
    const counted = finds.reduce((sum, count, hints) => sum + count * creditAfter('counted', hints), 0)
    const { total } = computeScore({
      happened: { 'date-mix': happened as number },
      faults: { 'date-mix': { right, wrong, credit: counted } },
      defects: {},
    })
    t.strictSame(total, { happened, found: right, credit, wrong, precision, recall, f1 }, row.join())
  }
})
