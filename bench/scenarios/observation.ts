import type { Latency } from '../measure/latency.js'

export type ScenarioName = 'slow-disk' | 'neighbours'

/** What is measured in a scenario. `control` is a bare Node.js process. */
export type Target = 'task' | 'health' | 'buggy' | 'control'

/** The latencies of all targets in one situation of a scenario, in one round. */
export interface Observation {
  round: number
  scenario: ScenarioName
  store: Store
  situation: string
  latencies: Partial<Record<Target, Latency>>
  /** The responses per second to the requests that cause the situation. */
  loadRate?: number
}

export type Store = 'SQLite' | 'PostgreSQL'

/** The latencies of a target in one situation. */
export type Series = Pick<Observation, 'scenario' | 'store' | 'situation'> & { target: Target }

/** Returns a percentile in every round. */
export function percentilesOf(
  observations: readonly Observation[],
  series: Series,
  percentile: keyof Latency,
): { round: number; value: number }[] {
  return observations
    .filter(
      ({ scenario, store, situation }) =>
        scenario === series.scenario && store === series.store && situation === series.situation,
    )
    .flatMap(({ round, latencies }) => {
      const value = latencies[series.target]?.[percentile]
      return value === undefined ? [] : { round, value }
    })
}

/** Returns the ratio of a percentile in two places, in each round that measured both. */
export function latencyRatiosOf(
  observations: readonly Observation[],
  of: Series,
  to: Series,
  percentile: keyof Latency,
): number[] {
  const others = percentilesOf(observations, to, percentile)
  return percentilesOf(observations, of, percentile).flatMap(({ round, value }) => {
    const other = others.find((found) => found.round === round)
    return other === undefined ? [] : value / other.value
  })
}
