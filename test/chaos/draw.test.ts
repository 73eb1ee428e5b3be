import { readFileSync } from 'node:fs'
import t from 'tap'
import { createDraw } from '../../src/chaos/draw.js'
import { FAULTS } from '../../src/chaos/faults/index.js'

/**
 * Draws as another implementation makes them, in Python:
 *
 *     digest = hashlib.sha256(f"1:{seed}:{ordinal}:{fault}:{purpose}".encode()).digest()
 *     fraction = (int.from_bytes(digest[:8], "big") >> 11) / 2**53
 */
const vectors: { draws: Vector[] } = JSON.parse(
  readFileSync(new URL('./plan-vectors.json', import.meta.url), 'utf8'),
)

interface Vector {
  seed: number
  ordinal: number
  fault: string
  purpose: string
  fraction: number
  indexOf2: number
  indexOf100: number
}

const SEED = 20_260_302
const BINS = 100
/** The quantiles 0.0005 and 0.9995 of the chi-square distribution with 99 degrees of freedom. */
const CHI_SQUARE_99 = [59.1282, 151.934] as const

/** The chi-square statistic of fractions, sorted into bins of one width. */
function chiSquare(fractions: Iterable<number>): number {
  const counts = new Array<number>(BINS).fill(0)
  let total = 0
  for (const fraction of fractions) {
    const bin = Math.floor(fraction * BINS)
    counts[bin] = (counts[bin] ?? Number.NaN) + 1
    total += 1
  }
  const expected = total / BINS
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
}

function isWithin(value: number, [low, high]: readonly [number, number]): boolean {
  return low < value && value < high
}

for (const { seed, ordinal, fault, purpose, ...expected } of vectors.draws) {
  t.test(`decision 36: the draw ${seed}, ${ordinal}, ${fault}, ${purpose} is pinned`, async (t) => {
    const draw = createDraw(seed, ordinal, fault)
    t.equal(draw.fraction(purpose), expected.fraction)
    t.equal(draw.index(purpose, 2), expected.indexOf2)
    t.equal(draw.index(purpose, 100), expected.indexOf100)
  })
}

t.test('decision 36: a draw is a pure function of what it is made from', async (t) => {
  const draw = createDraw(SEED, 5, 'date-mix')
  const before = draw.fraction('occurs')
  createDraw(SEED, 6, 'date-mix').fraction('occurs')
  draw.index('changed', 3)
  t.equal(draw.fraction('occurs'), before, 'asked again')
  t.equal(createDraw(SEED, 5, 'date-mix').fraction('occurs'), before, 'made again')
})

t.test('decision 36: every part of what a draw is made from changes it', async (t) => {
  const draws = [
    createDraw(SEED, 5, 'date-mix').fraction('occurs'),
    createDraw(SEED + 1, 5, 'date-mix').fraction('occurs'),
    createDraw(SEED, 6, 'date-mix').fraction('occurs'),
    createDraw(SEED, 5, 'pagination').fraction('occurs'),
    createDraw(SEED, 5, 'date-mix').fraction('changed'),
  ]
  t.equal(new Set(draws).size, draws.length)
})

t.test('decision 36: a fraction is at least 0 and less than 1, an index below its length', async (t) => {
  for (let ordinal = 0; ordinal < 1000; ordinal++) {
    const draw = createDraw(SEED, ordinal, 'date-mix')
    const fraction = draw.fraction('changed')
    const index = draw.index('changed', 3)
    if (fraction < 0 || fraction >= 1 || ![0, 1, 2].includes(index)) {
      t.fail('out of bounds', { ordinal, fraction, index })
    }
  }
  t.equal(createDraw(SEED, 0, 'date-mix').index('changed', 1), 0)
})

for (const { name } of FAULTS) {
  t.test(`decision 36: the draws of ${name} are uniform over the ordinals`, async (t) => {
    const fractions = Array.from({ length: 20_000 }, (_, ordinal) =>
      createDraw(SEED, ordinal, name).fraction('occurs'),
    )
    t.ok(isWithin(chiSquare(fractions), CHI_SQUARE_99))
  })
}

/** Chi-square of the pairs of two sequences, as a grid of 10 by 10: 99 degrees of freedom. */
function chiSquareOfPairs(first: number[], second: number[]): number {
  return chiSquare(first.map((fraction, i) => (Math.floor(fraction * 10) + (second[i] ?? Number.NaN)) / 10))
}

function sequence(fault: string, { purpose = 'occurs', seed = SEED, from = 0 } = {}): number[] {
  return Array.from({ length: 20_000 }, (_, i) => createDraw(seed, from + i, fault).fraction(purpose))
}

const PAIRS: [what: string, first: number[], second: number[]][] = [
  ...FAULTS.slice(1).map(({ name }): [string, number[], number[]] => [
    `slow-response and ${name}`,
    sequence('slow-response'),
    sequence(name),
  ]),
  ['one ordinal and the next', sequence('date-mix'), sequence('date-mix', { from: 1 })],
  ['one seed and the next', sequence('date-mix'), sequence('date-mix', { seed: SEED + 1 })],
  [
    'two purposes of one fault',
    sequence('pagination', { purpose: 'field' }),
    sequence('pagination', { purpose: 'direction' }),
  ],
]

for (const [what, first, second] of PAIRS) {
  t.test(`decision 36: the draws of ${what} are independent`, async (t) => {
    t.ok(isWithin(chiSquareOfPairs(first, second), CHI_SQUARE_99))
  })
}
