import type { Verdict } from './row.js'

/** Whether the client has done a part of the task. */
export interface Goal {
  name: string
  title: string
  isReached: boolean
  /** How far it is, in a sentence. */
  found: string
}

export interface DrillScore {
  right: number
  /** The number of goals and of situations that the drill could judge. */
  total: number
  /** From 0 to 100, rounded down to one decimal place. */
  percent: number
}

/** What a client has done in a drill of a board. */
export interface DrillOutcome {
  goals: readonly Goal[]
  verdicts: readonly Verdict[]
  /** `null` while the drill runs, and if there were no requests. */
  score: DrillScore | null
}
