import t from 'tap'
import { measureGrowth } from '../bench/soak/growth.js'

const MEBIBYTE = 2 ** 20
const SAMPLES_PER_MINUTE = 12

/** What a service tells in so many minutes that holds 60 MiB, 180 MiB and 220 handles, and so much more every minute. */
function sample(minutes: number, perMinute: { heap?: number; rss?: number; handles?: number } = {}) {
  return Array.from({ length: minutes * SAMPLES_PER_MINUTE }, (_, index) => {
    const minute = index / SAMPLES_PER_MINUTE
    // Garbage and traffic come and go, here in turns of seven samples.
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

t.test('soak: what only goes up and down does not grow', async (t) => {
  t.same(findGrowing(sample(30)), [])
})

t.test('soak: what fills up in the first minutes does not grow', async (t) => {
  const samples = sample(30).map((held, index) => (index < 60 ? { ...held, heap: 20 * MEBIBYTE } : held))
  t.same(findGrowing(samples), [])
})

t.test('soak: a slow leak is found, each by its own measure', async (t) => {
  t.same(findGrowing(sample(30, { heap: 1.1 })), ['heap'])
  t.same(findGrowing(sample(30, { rss: 4 })), ['rss'])
  t.same(findGrowing(sample(30, { handles: 3 })), ['handles'])
})

t.test('soak: the medians of the first and the last third are told', async (t) => {
  const [heap] = measureGrowth(sample(30, { heap: 1 })) ?? []
  t.match(heap, { measure: 'heap' })
  t.ok(Math.abs((heap?.last ?? 0) - (heap?.first ?? 0) - 15 * MEBIBYTE) < MEBIBYTE)
})

t.test('soak: too few samples are no answer', async (t) => {
  t.equal(measureGrowth([]), undefined)
  t.equal(measureGrowth(sample(30).slice(0, 39)), undefined, 'nine in a third')
  t.ok(measureGrowth(sample(30).slice(0, 40)), 'ten in a third')
})
