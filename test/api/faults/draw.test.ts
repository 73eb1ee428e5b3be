import { readFileSync } from 'node:fs'
import t from 'tap'
import { createDraw } from '../../../src/api/buggy/draw.js'
import { FAULTS } from '../../../src/api/buggy/faults.js'
import { planRequests } from '../../../src/api/buggy/plan.js'
import { DEFAULT_SETTINGS, toRules } from '../../../src/api/buggy/settings.js'

/**
 * Draws computed by another implementation, in Python:
 *
 *     digest = hashlib.sha256(f"1:{seed}:{ordinal}:{fault}:{purpose}".encode()).digest()
 *     fraction = (int.from_bytes(digest[:8], "big") >> 11) / 2**53
 */
const vectors: { draws: Row[] } = JSON.parse(readFileSync(new URL('./plan-vectors.json', import.meta.url), 'utf8'))

type Row = [seed: number, ordinal: number, fault: string, purpose: string, fraction: number, of2: number, of100: number]

const SEED = 20_260_302
const COUNT = 20_000
const BINS = 100
/** The quantiles 0.0005 and 0.9995 of the chi-square distribution with 99 degrees of freedom. */
const CHI_SQUARE_99 = [59.1282, 151.934] as const

/** The chi-square statistic of fractions in bins of equal width. */
function chiSquare(fractions: number[]): number {
  const counts = new Array<number>(BINS).fill(0)
  for (const fraction of fractions) {
    const bin = Math.floor(fraction * BINS)
    counts[bin] = (counts[bin] ?? Number.NaN) + 1
  }
  const expected = fractions.length / BINS
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
}

/** The chi-square statistic of the pairs of two sequences, in a grid of 10 by 10. */
function chiSquareOfPairs(first: number[], second: number[]): number {
  return chiSquare(first.map((fraction, i) => (Math.floor(fraction * 10) + (second[i] ?? Number.NaN)) / 10))
}

function isWithin(value: number, [low, high]: readonly [number, number]): boolean {
  return low < value && value < high
}

function sequence(fault: string, { purpose = 'occurs', seed = SEED, from = 0 } = {}): number[] {
  return Array.from({ length: COUNT }, (_, i) => createDraw(seed, from + i, fault).fraction(purpose))
}

/** Pairs of different elements. */
function pairsOf<T>(list: readonly T[]): [T, T][] {
  return list.flatMap((first, i) => list.slice(i + 1).map((second): [T, T] => [first, second]))
}

const OCCURRENCES = new Map(FAULTS.map(({ name }) => [name, sequence(name)]))

t.test('draws are those of the published algorithm (decision 36)', async (t) => {
  for (const [seed, ordinal, fault, purpose, fraction, of2, of100] of vectors.draws) {
    const draw = createDraw(seed, ordinal, fault)
    const name = `${seed}, ${ordinal}, ${fault}, ${purpose}`
    t.equal(draw.fraction(purpose), fraction, name)
    t.equal(draw.index(purpose, 2), of2, name)
    t.equal(draw.index(purpose, 100), of100, name)
  }
})

t.test('a draw is a pure function of seed, ordinal, fault and purpose (decisions 36 and 43)', async (t) => {
  const draw = createDraw(SEED, 5, 'date-mix')
  const before = draw.fraction('occurs')
  createDraw(SEED, 6, 'date-mix').fraction('occurs')
  draw.index('changed', 3)
  t.equal(draw.fraction('occurs'), before)
  t.equal(createDraw(SEED, 5, 'date-mix').fraction('occurs'), before)
  const others = [
    createDraw(SEED + 1, 5, 'date-mix').fraction('occurs'),
    createDraw(SEED, 6, 'date-mix').fraction('occurs'),
    createDraw(SEED, 5, 'pagination').fraction('occurs'),
    draw.fraction('changed'),
  ]
  t.equal(new Set([before, ...others]).size, 5, 'each of the four changes it')
})

t.test('a fraction is at least 0 and less than 1, and an index is less than its length', async (t) => {
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

t.test('the draws of each fault are uniform (decision 36)', async (t) => {
  for (const [name, fractions] of OCCURRENCES) t.ok(isWithin(chiSquare(fractions), CHI_SQUARE_99), name)
})

t.test('the draws of different faults, ordinals, seeds and purposes are independent (decision 36)', async (t) => {
  const dates = OCCURRENCES.get('date-mix') ?? []
  const pairs: [name: string, first: number[], second: number[]][] = [
    ...pairsOf([...OCCURRENCES]).map(([[one, first], [two, second]]): [string, number[], number[]] => [
      `${one} and ${two}`,
      first,
      second,
    ]),
    ['one ordinal and the next', dates, sequence('date-mix', { from: 1 })],
    ['one seed and the next', dates, sequence('date-mix', { seed: SEED + 1 })],
    [
      'two purposes of a fault',
      sequence('pagination', { purpose: 'field' }),
      sequence('pagination', { purpose: 'direction' }),
    ],
  ]
  for (const [name, first, second] of pairs) {
    t.ok(isWithin(chiSquareOfPairs(first, second), CHI_SQUARE_99), name)
  }
})

t.test('each fault is drawn at its promised rate, independently of the others (decision 36)', async (t) => {
  const rules = toRules(DEFAULT_SETTINGS, { rates: {}, delay: [2000, 5000] })
  const drawn = planRequests(rules, SEED, 0, COUNT).map(({ faults }) => new Set(faults))
  const share = (...names: string[]) => drawn.filter((faults) => names.every((name) => faults.has(name))).length / COUNT
  // Within four standard deviations of a share.
  const isNear = (actual: number, expected: number) =>
    Math.abs(actual - expected) < 4 * Math.sqrt((expected * (1 - expected)) / COUNT)
  const specified = FAULTS.filter(({ rate }) => rate > 0)
  for (const { name, rate } of specified) t.ok(isNear(share(name), rate), name)
  for (const { name } of FAULTS) if (!specified.some((fault) => fault.name === name)) t.equal(share(name), 0, name)
  for (const [one, two] of pairsOf(specified)) {
    t.ok(isNear(share(one.name, two.name), one.rate * two.rate), `${one.name} and ${two.name}`)
  }
})
