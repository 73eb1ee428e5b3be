import t from 'tap'
import { qualityOf, scoreOf } from '../../src/training/score.js'

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
      qualityOf(happened, found, wrong),
      { happened, found, wrong, precision, recall, f1 },
      `${happened}, ${found}, ${wrong}`,
    )
  }
})

t.test('a score sums faults and claims, counts wrong claims of none, and lists faults without responses', async (t) => {
  const score = scoreOf(
    {
      happened: { 'date-mix': 8, pagination: 2 },
      faults: {
        'date-mix': { right: 6, wrong: 1 },
        'server-error': { right: 0, wrong: 2 },
        none: { right: 40, wrong: 3 },
      },
      defects: { found: ['x', 'gone'], wrong: 1 },
    },
    ['date-mix', 'pagination', 'server-error'],
    ['x', 'y'],
  )
  t.strictSame(score, {
    claims: 55,
    total: { happened: 10, found: 6, wrong: 6, precision: 0.5, recall: 0.6, f1: 0.5455 },
    faults: [
      { fault: 'date-mix', happened: 8, found: 6, wrong: 1, precision: 0.8571, recall: 0.75, f1: 0.8 },
      { fault: 'pagination', happened: 2, found: 0, wrong: 0, precision: null, recall: 0, f1: 0 },
      { fault: 'server-error', happened: 0, found: 0, wrong: 2, precision: 0, recall: null, f1: 0 },
    ],
    none: { right: 40, wrong: 3 },
    defects: { happened: 2, found: 1, wrong: 1, precision: 0.5, recall: 0.5, f1: 0.5 },
  })
})
