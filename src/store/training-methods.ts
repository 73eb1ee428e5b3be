import type { GradedVariant } from '../client/names.js'
import type { DrillOutcome } from '../habits/outcome.js'
import type { Exercise, HintSetting } from './exercise.js'
import type { FaultSettings } from './fault-plan-methods.js'
import type { JournalEntry } from './journal-methods.js'

/** The exercise of a board, the claims of its learners, and what their score is computed from. */
export interface TrainingMethods {
  /** Stores the exercise of a board, and the settings that come with it, or removes it. */
  configureExercise(board: string, exercise: Exercise | null, changes?: ExerciseChanges): Promise<void>
  /**
   * Judges a claim, and stores it with its verdict. If several responses have the request id, the latest counts.
   *
   * @param max the maximum number of claims of a board
   * @param now the time of the claim
   * @throws ExerciseNotStarted, ExerciseEnded
   * @throws ResponseNotFound if no response that learners can claim has the request id
   * @throws ClaimExists if the same claim was made before
   * @throws BoardFull if the board has too many claims
   */
  addClaim(board: string, claim: NewClaim, max: number, now: string): Promise<Claim>
  /**
   * Takes the next hint for a response. If several responses have the request id, the latest counts.
   *
   * @throws ExerciseNotStarted, ExerciseEnded
   * @throws HintsOff if the exercise has no hints
   * @throws ResponseNotFound if no response that learners can claim has the request id
   * @throws ResponseClaimed if there is a claim about the response
   * @throws NoHintsLeft if all hints were taken
   */
  takeHint(board: string, requestId: string, now: string): Promise<TakenHint>
  /** Lists the claims, the latest first. */
  listClaims(board: string, query: { page: number; size: number }): Promise<{ claims: Claim[]; total: number }>
  /** Lists the claims after the one with this number, oldest first. */
  listClaimsAfter(board: string, number: number, max: number): Promise<Claim[]>
  /** Lists the claims about the requests with these numbers in the journal, in the order of their numbers. */
  listClaimsAbout(board: string, requests: readonly number[]): Promise<Claim[]>
  /** Counts the faults and the claims since the start of the exercise. */
  countClaims(board: string): Promise<ClaimCounts>
  /** Stores the latest grade of a test suite. */
  setGrade(board: string, grade: Grade): Promise<void>
  /** Returns the latest grade since the start of the exercise, or `undefined` if there is none. */
  getGrade(board: string): Promise<Grade | undefined>
  /**
   * Stores how far the drill of a board is, unless the board was reset.
   *
   * @param restarts how often the solved challenges of the board had been deleted
   * @param outcome the outcome of a finished run
   */
  setDrill(board: string, restarts: number, drill: StoredDrill, outcome?: DrillOutcome): Promise<void>
  /** Lists the outcomes of the finished drills of a board, or of the boards of a class. */
  listDrillOutcomes(id: string): Promise<{ drill: StoredDrill; outcome: DrillOutcome }[]>
  /** Lists the faults of the latest responses that no claim has found, the latest first. */
  listMissed(board: string, max: number): Promise<MissedFault[]>
}

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
  /** Whether the score starts again: all claims and counts are deleted. */
  restarts?: boolean
  /** Restarts the fault plan at 0 with this seed. */
  seed?: number | undefined
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
  /** The number of the request in the journal. */
  request: number
  /** The faults that changed the response. */
  changed: readonly string[]
  setting: HintSetting
  /** The number of hints that were taken for the response, with this one. */
  taken: number
}

/** The claim that a response has no fault. */
export const NO_FAULT = 'none'

export interface Claim {
  /** The number of the claim on its board, starting at 1. */
  number: number
  time: string
  /** The request id of the response; `null` for a defect. */
  requestId: string | null
  /** The number of the request in the journal; `null` for a defect. */
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
export interface MissedFault extends Pick<JournalEntry, 'requestId' | 'time' | 'method' | 'route' | 'status'> {
  fault: string
  /** The number of the request on its board. A later request can have the same id. */
  number: number
  /** Whether the response had no other fault. */
  isAlone: boolean
}
