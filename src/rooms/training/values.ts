import type { GradedVariant } from '../../contract/names.js'
import type { HintSetting } from '../../rules/claims/credit.js'
import type { Exchange } from '../../rules/expected-vs-actual/exchange.js'
import type { LogEntry, LoggedEntry } from '../../rules/log/entry.js'
import type { FaultSettings } from '../room.js'
import type { Exercise } from './exercise-settings.js'

/** What is stored of the drill of a board: its last run, and the best score of all runs. */
export interface StoredDrill {
  /** Stands for the exercise to which it belongs. */
  exercise: string
  state: 'ready' | 'running' | 'finished'
  startedAt: string | null
  finishedAt: string | null
  /** The number of requests to buggy. */
  requests: number
  /** The score of a finished run in percent, and the best one. */
  percent: number | null
  best: number | null
}

/** What changes together with an exercise. */
export interface ExerciseChanges {
  /** `null` removes the exercise. Items of the last one stay. */
  exercise: Exercise | null
  /** Whether the score starts again: the exercise gets the next number. */
  restarts?: boolean
  /** Restarts the fault plans at 0 with this seed. */
  seed?: number | undefined
  /** Whether each board gets a seed of its own, which depends on the given one. */
  hasOwnSeeds?: boolean
  /** The fault settings. By default, they stay. They require `seed`. */
  faults?: FaultSettings | undefined
  /** The names of the defects. By default, they stay. */
  defects?: readonly string[] | undefined
}

/** A claim that a response has a fault, or that the board has a defect. */
export type NewClaim = {
  comment: string | null
  explanations?: Explanations | undefined
  /** The name of the challenge that the claim solves if it is right. */
  challenge?: string | undefined
} & (
  | { requestId: string; fault: string; defect?: undefined }
  | { defect: string; requestId?: undefined; fault?: undefined }
)

/** The explanations of the possible verdicts. */
export interface Explanations {
  /** The number of the request that they explain, or `undefined` for a defect. */
  request?: number
  right: string
  wrong: string
}

/** A hint that was taken for a response. */
export interface TakenHint {
  /** The number of the request in the log. */
  request: number
  /** The faults that changed the response. */
  changed: readonly string[]
  setting: HintSetting
  /** The number of hints that were taken for the response, with this one. */
  taken: number
}

export interface Claim {
  /** The number of the claim on its board, starting at 1. */
  number: number
  time: string
  /** The request id of the response; `null` for a defect. */
  requestId: string | null
  /** The number of the request in the log; `null` for a defect. */
  request: number | null
  fault: string | null
  defect: string | null
  comment: string | null
  isRight: boolean
  /** What the claim counts if it is right: 1, or less after counted hints. */
  credit: number
  /** Why the claim is right or wrong; `null` if the response was no longer recorded. */
  explanation: string | null
}

/** The numbers of faults and claims on a board. */
export interface ClaimCounts {
  /** How many responses each fault has changed. Faults without responses may be missing. */
  happened: Readonly<Record<string, number>>
  /** The right and the wrong claims by fault, or `none`, and what the right ones count together. */
  faults: Readonly<Record<string, { right: number; wrong: number; credit: number }>>
  /** The names of the defects that claims have found, and the number of wrong claims of defects. */
  defects: { found: readonly string[]; wrong: number }
}

/** How many defects a test suite of a learner has found. */
export interface Grade {
  time: string
  /** The variant that the suite tests. */
  variant: GradedVariant
  found: number
  /** How many defects the suite could find. */
  defects: number
}

/** A fault that no claim has found, with its response. */
export interface MissedFault extends Pick<LogEntry, 'requestId' | 'time' | 'method' | 'route' | 'status'> {
  fault: string
  /** The number of the request on its board. A later request can have the same id. */
  number: number
  /** Whether the response had no other fault. */
  isAlone: boolean
}

/** A challenge that was solved. */
export interface SolvedChallenge {
  challenge: string
  /** The number on its board, starting at 1. Numbers are not reused. */
  number: number
  /** When it was solved. */
  time: string
  /** The id of the request that solved it. */
  requestId: string
}

/** A request with what counts now of its response. */
export interface NumberedEntry
  extends Omit<LoggedEntry, 'attempt' | 'hints' | 'claims' | 'effects' | 'defectsNumber' | 'challenges' | 'drill'> {
  /** The number in the log. The first request ever recorded has number 1. */
  number: number
  /** Whether learners can make claims about the response. */
  isClaimable: boolean
  /** The number of hints that were taken for the response. */
  hintsTaken: number
  /** The claims about the response, in the order of their numbers. */
  claims: readonly Claim[]
}

/** A request that was searched. */
export interface FoundRequest {
  request: NumberedEntry
  /** Its exchange, or `undefined` if it is no longer recorded. */
  exchange: Exchange | undefined
}
