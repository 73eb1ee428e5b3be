import type { DrawnFault } from './plan.js'
import type { FaultRules } from './settings.js'

/** The faults of a request to the buggy variant. */
export interface RequestFaults {
  drawn: readonly DrawnFault[]
  /** The names of the faults that changed the response. */
  effective: Set<string>
  /** The ordinal number in the plan of the board, `null` where the request chose its faults. */
  ordinal: number | null
  rules: FaultRules
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The faults of a request to the buggy variant, once they are drawn. */
    faults: RequestFaults | null
  }
}
