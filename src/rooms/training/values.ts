import type { GradedVariant } from '../../contract/names.js'
import type { SavedClaim } from '../../rules/saved-log.js'
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

/** A claim as it is stored. Exported logs have all but the comment. */
export type Claim = SavedClaim & { comment: string | null }

/** How many defects a test suite of a learner has found. */
export interface Grade {
  time: string
  /** The variant that the suite tests. */
  variant: GradedVariant
  found: number
  /** How many defects the suite could find. */
  defects: number
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
