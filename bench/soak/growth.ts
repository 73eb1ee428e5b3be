import type { Sample } from './service.js'

/** The share of a run that is ignored, because caches fill and code is compiled. */
const WARM_UP = 0.25
/** With fewer samples in a third the result is meaningless. */
const SAMPLES_MIN = 10
/** The allowed growth from the first third to the last: a relative part, and an absolute amount for noise. */
const TOLERANCE = { heap: [0.05, 4 * 2 ** 20], rss: [0.1, 24 * 2 ** 20], handles: [0.05, 10] } as const

type Measure = keyof typeof TOLERANCE

export interface Growth {
  measure: Measure
  /** The medians of the first and the last third after the warm-up. */
  first: number
  last: number
  isTooMuch: boolean
}

/**
 * Checks whether a process uses more and more resources: compares the first and the last third of its samples, without
 * the warm-up. Returns `undefined` if there are too few samples.
 */
export function measureGrowth(samples: readonly Pick<Sample, Measure>[]): Growth[] | undefined {
  const warm = samples.slice(Math.ceil(samples.length * WARM_UP))
  const third = Math.floor(warm.length / 3)
  if (third < SAMPLES_MIN) return undefined
  return (Object.keys(TOLERANCE) as Measure[]).map((measure) => {
    const values = warm.map((sample) => sample[measure])
    const [first, last] = [median(values.slice(0, third)), median(values.slice(-third))]
    const [part, amount] = TOLERANCE[measure]
    return { measure, first, last, isTooMuch: last > first * (1 + part) + amount }
  })
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number
}
