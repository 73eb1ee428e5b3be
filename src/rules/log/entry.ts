/** The entries of a log. @module */

import { type Static, Type } from '@sinclair/typebox'
import type { Paging } from '../../contract/schemas/paging.js'
import type { PackedExchange } from '../expected-vs-actual/segment.js'

const textOrNull = Type.Union([Type.String(), Type.Null()])

/** A way in which a defect has affected a request. */
export const Effect = Type.Object({
  defect: Type.String(),
  /**
   * `response`: the response differs from that of the correct service. `write`: the request stored different data than with
   * the correct service, so later responses can differ.
   */
  effect: Type.Union([Type.Literal('response'), Type.Literal('write')]),
})
export type Effect = Static<typeof Effect>
export type DefectEffect = Effect['effect']

/** An exchange that is a step of a challenge. */
export const Mark = Type.Object({
  challenge: Type.String(),
  /** The index of the step; -1 if the exchange undoes the steps before it. */
  step: Type.Integer(),
  key: Type.String(),
  /** Whether the step is the last one. */
  isLast: Type.Boolean(),
})
export type Mark = Static<typeof Mark>

/** What a drill judges of a request, besides what each entry of the log has. Secrets are hashed. */
export const DrillFacts = Type.Object({
  /** The id of the run to which the request belongs. */
  run: Type.Optional(Type.String()),
  /** A hash of `Idempotency-Key`; `null` if there is none. `X-Request-Id` can be the id of a trace of many requests. */
  idempotencyKey: textOrNull,
  /** A hash of the body; `null` if there is none. */
  bodyHash: textOrNull,
  /** When its headers arrived, in milliseconds of the monotonic clock of the process (`performance.now()`). */
  arrivedAt: Type.Number(),
  /** When its response was sent, or its connection ended, in milliseconds of the same clock. */
  endedAt: Type.Number(),
  /** Whether the client disconnected before the end of the response. */
  isDisconnected: Type.Boolean(),
  /**
   * `Retry-After`: the time from the end of the response, in milliseconds, and whether it was a date, which can be in the
   * past. `null` if the response has none, or one that is not valid.
   */
  retryAfter: Type.Union([Type.Object({ delay: Type.Number(), isDate: Type.Boolean() }), Type.Null()]),
  /** The path of the resource that the request created, even if its response was lost. */
  created: textOrNull,
  /** How long the client is willing to wait, in milliseconds (`Prefer: wait`, RFC 7240); `null` if it does not say so. */
  deadline: Type.Union([Type.Number(), Type.Null()]),
  /** A hash of the access token. */
  token: textOrNull,
  /** A hash of the refresh token in the body. */
  refreshToken: textOrNull,
  /** Whether the response refused an access token that had expired. */
  hasExpiredToken: Type.Boolean(),
})
export type DrillFacts = Static<typeof DrillFacts>
export type RetryAfter = NonNullable<DrillFacts['retryAfter']>

/** A request and its response, as they are recorded when the response has ended. All judges use only this. */
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
  /** The effects of the defects of the board. */
  effects?: readonly Effect[] | undefined
  /** What the drill of the request judges, besides the rest of the entry. */
  drill?: DrillFacts | undefined
  /** The request and its response in full. It is not part of lists. */
  exchange?: PackedExchange | undefined
  /**
   * The steps of challenges to which the request belongs, and how often the solved challenges of the board had been
   * deleted before. Steps are found with the full bodies, of which the exchange has only the starts, without secrets.
   */
  challenges?: { restarts: number; marks: readonly Mark[] } | undefined
  /** `false` for a request that can only solve challenges. The log omits it. */
  isListed?: false
  /** Whether learners can make claims about the response. By default, they cannot. */
  isClaimable?: boolean
  /**
   * How often the fault plan had been restarted when the faults were drawn. Responses with faults of an earlier plan do
   * not count.
   */
  planRestarts?: number | null
  /** The log number of the first request in the last write that tried to store this one; absent before the first try. */
  triedFrom?: number
}

/** What the log of a board has of a request. `effects` and `challenges` are absent if they do not count. */
export interface LoggedEntry
  extends Omit<LogEntry, 'exchange' | 'isListed' | 'isClaimable' | 'planRestarts' | 'triedFrom'> {
  /** The attempt at the exercise to which the response counts (`challengeRestarts`); absent if it does not count. */
  attempt?: number | undefined
  /** How often the defects had been configured; absent if there are no effects. */
  defectsNumber?: number | undefined
  /** The number of hints that were taken for the response. */
  hints?: number
  /** The numbers of the claims about the response. */
  claims?: readonly number[]
}

/** A request with its number in the log. */
export type Numbered = LoggedEntry & { number: number }

export interface LogQuery extends Paging {
  /** `true` for responses changed by a fault, `false` for the others. */
  faulted?: boolean | undefined
  status?: number | undefined
  since?: string | undefined
}
