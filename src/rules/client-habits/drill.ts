import type { Observation } from './observation.js'

/** The profiles of faults that a drill can have. */
export const DRILL_PROFILES = ['hostile', 'network', 'throttled'] as const
export type DrillProfile = (typeof DRILL_PROFILES)[number]

/** What decides the faults of a drill. */
export interface DrillSettings {
  profile: DrillProfile
  /** Decides which request has which fault. */
  seed: number
}

/** A request whose faults a drill chooses. */
export interface DrilledRequest {
  method: string
  /** The path below the variant, with the query. */
  target: string
}

/** A running drill: it chooses the faults of buggy, and gets the requests. */
export interface Drill {
  /** The seed of what the faults draw, such as a delay. */
  seed: number
  /** The limits of the delay of slow responses and bodies, in milliseconds. */
  delay: readonly [number, number]
  /** Returns the names of the faults of the next request to buggy. */
  faultsOf(request: DrilledRequest): readonly string[]
  /**
   * Records a finished request to a variant.
   *
   * @returns the id of the run that judges the request; `undefined` if none does
   */
  record(request: Observation): string | undefined
}
