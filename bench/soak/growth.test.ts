import t from 'tap'
import { measureGrowth } from './growth.js'

const MEBIBYTE = 2 ** 20
const SAMPLES_PER_MINUTE = 12

/** Samples of a service that begins with a heap of 60 MiB, an RSS of 180 MiB and 220 handles, and grows every minute. */
function sample(minutes: number, perMinute: { heap?: number; rss?: number; handles?: number } = {}) {
  return Array.from({ length: minutes * SAMPLES_PER_MINUTE }, (_, index) => {
    const minute = index / SAMPLES_PER_MINUTE
    // Noise of garbage and traffic, with a period of seven samples.
    const noise = (index % 7) - 3
    return {
      heap: (60 + noise + minute * (perMinute.heap ?? 0)) * MEBIBYTE,
      rss: (180 + noise * 5 + minute * (perMinute.rss ?? 0)) * MEBIBYTE,
      handles: 220 + noise * 3 + Math.floor(minute * (perMinute.handles ?? 0)),
    }
  })
}

const findGrowing = (samples: ReturnType<typeof sample>) =>
  measureGrowth(samples)?.flatMap(({ measure, isTooMuch }) => (isTooMuch ? [measure] : []))

t.test('reports no growth for noise alone', async (t) => {
  t.same(findGrowing(sample(30)), [])
})

t.test('ignores growth during the first minutes', async (t) => {
  const samples = sample(30).map((one, index) => (index < 60 ? { ...one, heap: 20 * MEBIBYTE } : one))
  t.same(findGrowing(samples), [])
})

t.test('finds a slow leak of heap, RSS or handles', async (t) => {
  t.same(findGrowing(sample(30, { heap: 1.1 })), ['heap'])
  t.same(findGrowing(sample(30, { rss: 4 })), ['rss'])
  t.same(findGrowing(sample(30, { handles: 3 })), ['handles'])
})

t.test('returns the medians of the first and the last third', async (t) => {
  const [heap] = measureGrowth(sample(30, { heap: 1 })) ?? []
  t.match(heap, { measure: 'heap' })
  t.ok(Math.abs((heap?.last ?? 0) - (heap?.first ?? 0) - 15 * MEBIBYTE) < MEBIBYTE)
})

t.test('returns no result for too few samples', async (t) => {
  t.equal(measureGrowth([]), undefined)
  t.equal(measureGrowth(sample(30).slice(0, 39)), undefined, 'nine samples per third')
  t.ok(measureGrowth(sample(30).slice(0, 40)), 'ten samples per third')
})
