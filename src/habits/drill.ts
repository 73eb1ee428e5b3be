import type { Observation } from './observation.js'

/** A request whose faults a drill chooses. */
export interface DrilledRequest {
  method: string
  /** The path below the variant, with the query. */
  target: string
}

/** A running drill: it chooses the faults of buggy, and gets all requests to the service. */
export interface Drill {
  /** The seed of what the faults draw, such as a delay. */
  seed: number
  /** Returns the names of the faults of the next request to buggy. */
  faultsOf(request: DrilledRequest): readonly string[]
  /** Records a finished request to a variant. */
  record(request: Observation): void
}
