import type { ContestantName } from '../contestants/contestants.js'
import type { Size } from '../measure/size.js'
import type { Figures } from '../measure/workload.js'
import type { Observation } from '../scenarios/observation.js'
import type { WorkloadName } from '../workloads/workload.js'

/** One workload on one contestant in one round. */
export interface Measurement extends Figures {
  round: number
  workload: WorkloadName
  contestant: ContestantName
}

/** One start of one contestant. */
export interface Start {
  round: number
  contestant: ContestantName
  /** The time to the first response. */
  milliseconds: number
  /** The memory after the first response, in bytes. */
  rss: number
}

/** Everything that a run has measured. */
export interface Results {
  measurements: Measurement[]
  starts: Start[]
  observations: Observation[]
  /** What could not be measured, and why. */
  notes: string[]
  size: Size | undefined
}

/** Returns the value of a workload on a contestant in each round. */
export function valuesOf(
  { measurements }: Results,
  workload: WorkloadName,
  contestant: ContestantName,
  read: (measurement: Measurement) => number | undefined = ({ rate }) => rate,
): number[] {
  return measurements
    .filter((measurement) => measurement.workload === workload && measurement.contestant === contestant)
    .flatMap((measurement) => read(measurement) ?? [])
}

export type Subject = [WorkloadName, ContestantName]

/** Returns the ratio of two rates, or of other figures, in each round that measured both. */
export function ratiosOf(
  { measurements }: Results,
  of: Subject,
  to: Subject,
  read: (measurement: Measurement) => number | undefined = ({ rate }) => rate,
): number[] {
  const figureOf = (round: number, [workload, contestant]: Subject) =>
    measurements
      .filter((found) => found.round === round && found.workload === workload && found.contestant === contestant)
      .map(read)[0]
  const rounds = [...new Set(measurements.map(({ round }) => round))]
  return rounds.flatMap((round) => {
    const [numerator, denominator] = [figureOf(round, of), figureOf(round, to)]
    return numerator === undefined || denominator === undefined ? [] : numerator / denominator
  })
}
