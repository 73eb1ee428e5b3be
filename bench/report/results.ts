import type { ContestantName } from '../contestants/contestants.js'
import type { Latency } from '../measure/latency.js'
import type { Size } from '../measure/size.js'
import type { WorkName } from '../work/work.js'

/** One work of one contestant in one round. */
export interface Measurement {
  round: number
  work: WorkName
  contestant: ContestantName
  /** Answers a second. */
  rate: number
  /** The part of the time in which its event loop was busy. */
  utilization: number
  /** What one answer took of its event loop, in milliseconds. */
  loop: number
  /** The longest piece of work of its event loop in milliseconds, where it was looked for. */
  longest: number | undefined
  /** Its memory afterwards, in bytes. */
  rss: number
  /** At half of that rate. */
  latency: Latency | undefined
}

/** One start of one contestant: to the first answer, and the memory then in bytes. */
export interface Start {
  round: number
  contestant: ContestantName
  milliseconds: number
  rss: number
}

/** All that a run has measured. */
export interface Results {
  measurements: Measurement[]
  starts: Start[]
  size: Size | undefined
}

/** What a work of a contestant gave in each round. */
export function valuesOf(
  { measurements }: Results,
  work: WorkName,
  contestant: ContestantName,
  read: (measurement: Measurement) => number | undefined = ({ rate }) => rate,
): number[] {
  return measurements
    .filter((measurement) => measurement.work === work && measurement.contestant === contestant)
    .flatMap((measurement) => read(measurement) ?? [])
}

/** A work of a contestant. */
export type Subject = [WorkName, ContestantName]

/** How a work of a contestant compares with that of another, round by round. */
export function ratiosOf({ measurements }: Results, of: Subject, to: Subject): number[] {
  const rateOf = (round: number, [work, contestant]: Subject) =>
    measurements.find(
      (found) => found.round === round && found.work === work && found.contestant === contestant,
    )?.rate
  const rounds = [...new Set(measurements.map(({ round }) => round))]
  return rounds.flatMap((round) => {
    const [numerator, denominator] = [rateOf(round, of), rateOf(round, to)]
    return numerator === undefined || denominator === undefined ? [] : numerator / denominator
  })
}
