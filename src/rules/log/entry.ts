import type { Mark } from '../challenges/marks.js'
import type { PackedExchange } from '../expected-vs-actual/segment.js'

/**
 * How a defect affects a request. `response`: the response differs from that of the correct service. `write`: the request
 * stored different data than with the correct service, so later responses can differ.
 */
export type DefectEffect = 'response' | 'write'

/** A request and its response. */
export interface LogEntry {
  time: string
  /** The ordinal number in the fault plan, or `null` if the request took none. */
  ordinal: number | null
  method: string
  /** The pattern of the route, or `null` if no route matched. */
  route: string | null
  /** The first `LOG_PATH_MAX` characters of the path below the base URL of the board, without the query. */
  path: string
  /** The first `LOG_PATH_MAX` characters of the query, or `null` if the request has none. */
  query: string | null
  status: number
  /** The size of the body of the response in bytes. */
  size: number
  /** In microseconds. */
  duration: number
  requestId: string
  /** The faults that the request drew. */
  drawn: readonly string[]
  /** The drawn faults that changed the response. */
  changed: readonly string[]
  /** The effects of the defects of the board. They are not part of the log. */
  effects?: readonly { defect: string; effect: DefectEffect }[]
  /** The request and its response in full. It is not part of lists. */
  exchange?: PackedExchange | undefined
  /**
   * The steps of challenges to which the request belongs, and how often the solved challenges of the board had been
   * deleted before. They are not part of the log.
   */
  challenges?: { restarts: number; marks: readonly Mark[] } | undefined
  /** `false` for a request that can only solve challenges. The log omits it. */
  isListed?: false
  /** Whether learners can make claims about the response. It is not part of the log. By default, they cannot. */
  isClaimable?: boolean
  /**
   * How often the fault plan had been restarted when the faults were drawn. It is not part of the log. Responses
   * with faults of an earlier plan do not count.
   */
  restarts?: number | null
  /** The number that the first request of the last attempt to store it would have, if there was one. */
  number?: number
}

/** What the log has of a request. */
export interface LoggedEntry
  extends Omit<LogEntry, 'effects' | 'exchange' | 'challenges' | 'isListed' | 'isClaimable' | 'restarts' | 'number'> {
  /** The score to which the response counts (`challengeRestarts`); absent if it does not count. */
  score?: number | undefined
  /** The number of hints that were taken for the response. */
  hints?: number
  /** The numbers of the claims about the response. */
  claims?: readonly number[]
}

export interface LogQuery {
  page: number
  size: number
  /** `true` for responses changed by a fault, `false` for the others. */
  faulted?: boolean | undefined
  status?: number | undefined
  since?: string | undefined
}
