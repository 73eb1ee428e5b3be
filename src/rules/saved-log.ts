import { type Static, Type } from '@sinclair/typebox'
import { BOARD_ID_PATTERN, DEFAULT_BOARD } from '../contract/board-id.js'
import { DrillBasis } from './client-habits/judge-drill.js'
import { DrillFacts, Effect, Mark } from './log/entry.js'

/** The version of the form. Judges refuse others. */
export const SAVED_LOG_VERSION = 1

const integer = Type.Integer({ minimum: 0 })
/** A text that reports show. It has no control characters, which could change what a terminal shows. */
const shownText = Type.String({ pattern: '^[^\\x00-\\x1f\\x7f-\\x9f]*$' })
const textOrNull = Type.Union([Type.String(), Type.Null()])

/** The last run of a drill, without its requests. */
const SavedDrill = Type.Object({
  /** The `run` of its requests. */
  run: Type.String(),
  /** The number of its requests. The first of them are judged. */
  requests: integer,
  isFinished: Type.Boolean(),
  ...DrillBasis.properties,
})
export type SavedDrill = Static<typeof SavedDrill>

/** The first line of a saved log: what judges need besides the requests and the claims. */
export const SavedLogHeader = Type.Object({
  log: Type.Literal(SAVED_LOG_VERSION),
  /** The version of the service. */
  version: shownText,
  edition: shownText,
  board: Type.String({ pattern: `^(${BOARD_ID_PATTERN}|${DEFAULT_BOARD})$` }),
  time: shownText,
  /** The number of lines with requests that have no number. */
  unlisted: integer,
  /** The numbers of the first and the last request. Without requests, the first is the one that would be next. */
  firstRequest: integer,
  lastRequest: integer,
  /** The number of lines with claims. */
  claims: integer,
  /** Which steps of challenges count: those with the same `challenges.restarts`. */
  restarts: integer,
  /** Which effects of defects count. */
  defectsNumber: integer,
  /** The names of the challenges that the board shows. */
  challenges: Type.Array(Type.String()),
  drill: Type.Union([SavedDrill, Type.Null()]),
})
export type SavedLogHeader = Static<typeof SavedLogHeader>

/** A request. Those outside of the variants have no number, and come first. */
export const SavedRequest = Type.Object({
  number: Type.Optional(integer),
  time: shownText,
  method: Type.String(),
  path: Type.String(),
  query: textOrNull,
  status: integer,
  requestId: shownText,
  changed: Type.Array(Type.String()),
  hints: Type.Optional(integer),
  challenges: Type.Optional(Type.Object({ restarts: integer, marks: Type.Array(Mark) })),
  effects: Type.Optional(Type.Array(Effect)),
  defectsNumber: Type.Optional(integer),
  drill: Type.Optional(Type.Required(DrillFacts)),
})
export type SavedRequest = Static<typeof SavedRequest>

/** A claim with its verdict. */
export const SavedClaim = Type.Object({
  /** The number of the claim on its board, starting at 1. */
  number: integer,
  time: shownText,
  /** The request id of the response; `null` for a defect. */
  requestId: textOrNull,
  /** The number of the request in the log; `null` for a defect. */
  request: Type.Union([integer, Type.Null()]),
  fault: textOrNull,
  defect: textOrNull,
  isRight: Type.Boolean(),
  /** What the claim counts if it is right: 1, or less after counted hints. */
  credit: Type.Number(),
  /** Why the claim is right or wrong; `null` if the response was no longer recorded. */
  explanation: textOrNull,
})
export type SavedClaim = Static<typeof SavedClaim>

/** The log of a board, as it was exported. */
export interface SavedLog {
  header: SavedLogHeader
  /** In the order in which their responses ended. */
  requests: readonly SavedRequest[]
  /** In the order of their numbers. */
  claims: readonly SavedClaim[]
}
