import type { ExpectedResponse } from '../expected/dry-run.js'
import type { History } from './history.js'
import type { DrawnFault } from './plan.js'
import type { FaultRules } from './settings.js'
import type { Sleep } from './wait-for.js'

/** The faults of a request to the buggy variant. */
export interface RequestFaults {
  drawn: readonly DrawnFault[]
  /** The names of the faults that changed the response. */
  effective: Set<string>
  /** The names of those that had acted before there was a response. */
  early?: ReadonlySet<string>
  /** The ordinal number in the plan of the board, or `null` if the request chose its faults. */
  ordinal: number | null
  /** How often this plan had been restarted, or `null` if the request chose its faults. */
  restarts: number | null
  rules: FaultRules
  /** The delay of the response in milliseconds. */
  delay?: number
  /** The time in which the body of the response is sent, in milliseconds. */
  bodyDelay?: number
  /** Resolves after a number of milliseconds. Rejects when the signal aborts. */
  sleep: Sleep
  /**
   * Sends the finished body in another way, or ends the connection.
   *
   * @param pieces the body, after other faults have split it
   */
  transmit?(pieces: AsyncIterable<Buffer>): AsyncIterable<Buffer>
  /** The earlier responses to reads. Absent if no fault of the board needs them. */
  history?: History
  /** Whether the operation did not run, because a fault has replaced it. */
  isReplaced?: true
  /** Whether a fault has replaced the operation, or has changed what it did. */
  operationDiffers?: boolean
  /** Whether a fault has ended the connection instead of sending a response. */
  isUnanswered?: true
  /** The response before faults changed it. Absent if a fault has changed what the operation did. */
  withoutFaults?: ExpectedResponse
  /** The response before faults changed its content, or how it is sent. It can be an earlier one. */
  beforeContentFaults?: ExpectedResponse
  /** The body, if a fault of transport has hidden it. */
  hidden?: string
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The faults of a request to the buggy variant. Before they are drawn, and in other variants, it is `null`. */
    faults: RequestFaults | null
  }
}
