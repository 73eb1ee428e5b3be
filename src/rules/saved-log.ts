import { type Static, Type } from '@sinclair/typebox'
import { BOARD_ID_PATTERN, DEFAULT_BOARD } from '../contract/board-id.js'
import type { DrillBasis } from './client-habits/outcome.js'

/** The version of the form. Judges refuse others. */
export const SAVED_LOG_VERSION = 1

const integer = Type.Integer({ minimum: 0 })
/** A text that reports show. It has no control characters, which could change what a terminal shows. */
const shownText = Type.String({ pattern: '^[^\\x00-\\x1f\\x7f-\\x9f]*$' })
const textOrNull = Type.Union([Type.String(), Type.Null()])

/** The last run of a drill, without its requests. */
export interface SavedDrill extends DrillBasis {
  /** The `run` of its requests. */
  run: string
  /** The number of its requests. The first of them are judged. */
  requests: number
  isFinished: boolean
}

const savedDrill = Type.Object({
  run: Type.String(),
  requests: integer,
  isFinished: Type.Boolean(),
  end: Type.Object({
    endedAt: Type.Number(),
    wasStopped: Type.Boolean(),
    claimsSuccess: Type.Optional(Type.Boolean()),
  }),
  tasks: Type.Array(Type.Object({ title: Type.String(), status: Type.String() })),
})

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
  drill: Type.Unsafe<SavedDrill | null>(Type.Union([savedDrill, Type.Null()])),
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
  challenges: Type.Optional(
    Type.Object({
      restarts: integer,
      marks: Type.Array(
        Type.Object({
          challenge: Type.String(),
          step: Type.Integer(),
          key: Type.String(),
          isLast: Type.Boolean(),
        }),
      ),
    }),
  ),
  effects: Type.Optional(
    Type.Array(
      Type.Object({
        defect: Type.String(),
        effect: Type.Union([Type.Literal('response'), Type.Literal('write')]),
      }),
    ),
  ),
  defectsNumber: Type.Optional(integer),
  drill: Type.Optional(
    Type.Object({
      run: Type.String(),
      idempotencyKey: textOrNull,
      bodyHash: textOrNull,
      arrivedAt: Type.Number(),
      endedAt: Type.Number(),
      isDisconnected: Type.Boolean(),
      retryAfter: Type.Union([Type.Object({ delay: Type.Number(), isDate: Type.Boolean() }), Type.Null()]),
      created: textOrNull,
      deadline: Type.Union([Type.Number(), Type.Null()]),
      token: textOrNull,
      refreshToken: textOrNull,
      hasExpiredToken: Type.Boolean(),
    }),
  ),
})
export type SavedRequest = Static<typeof SavedRequest>

/** A claim with its verdict. */
export const SavedClaim = Type.Object({
  number: integer,
  time: shownText,
  requestId: textOrNull,
  request: Type.Union([integer, Type.Null()]),
  fault: textOrNull,
  defect: textOrNull,
  isRight: Type.Boolean(),
  credit: Type.Number(),
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
