import type { Latency } from '../measure/latency.js'
import { latencyRatiosOf, type Series } from '../scenarios/observation.js'
import { type Results, ratiosOf, type Subject } from './results.js'
import { type Spread, spreadOf } from './statistics.js'

/** A goal of the project: a limit for the median of a figure over all rounds. */
export interface Goal {
  what: string
  unit?: 'ms' | 'MB' | '/s'
  values(results: Results): number[]
  atLeast?: number
  atMost?: number
}

export type Verdict = 'met' | 'met within the spread' | 'not met' | 'not measured'

/** A goal for the ratio of two rates. */
export function rateRatio(what: string, atLeast: number, ...[of, to]: [of: Subject, to: Subject]): Goal {
  return { what, atLeast, values: (results) => ratiosOf(results, of, to) }
}

/** A goal for the ratio of two processor times per response. */
export function cpuRatio(what: string, atMost: number, ...[of, to]: [of: Subject, to: Subject]): Goal {
  return { what, atMost, values: (results) => ratiosOf(results, of, to, ({ cpu }) => cpu) }
}

/** A goal for the ratio of two processor times of main threads per response. Not all systems report them. */
export function mainCpuRatio(what: string, atMost: number, ...[of, to]: [of: Subject, to: Subject]): Goal {
  return { what, atMost, values: (results) => ratiosOf(results, of, to, ({ mainCpu }) => mainCpu) }
}

/** A goal for the ratio of two latencies. */
export function latencyRatio(
  what: string,
  atMost: number,
  percentile: keyof Latency,
  ...[of, to]: [of: Series, to: Series]
): Goal {
  return { what, atMost, values: ({ observations }) => latencyRatiosOf(observations, of, to, percentile) }
}

/** A goal is met by the median, or met within the spread if a quartile meets it. */
export function judge(
  { atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY }: Pick<Goal, 'atLeast' | 'atMost'>,
  values: readonly number[],
): Verdict {
  if (values.length === 0) return 'not measured'
  const { median, lower, upper }: Spread = spreadOf(values)
  if (median >= atLeast && median <= atMost) return 'met'
  return upper >= atLeast && lower <= atMost ? 'met within the spread' : 'not met'
}
