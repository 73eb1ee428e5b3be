import type { DrillEnd, Verdict } from './row.js'

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

/** A task of the run, as the board has it at the end. */
export interface FinalTask {
  title: string
  status: string
}

/** What a run is judged by, besides its requests. */
export interface DrillBasis {
  end: DrillEnd
  /** The tasks that were created in the run, as they are at its end. */
  tasks: readonly FinalTask[]
}

/** What a client has done in a drill of a board. */
export interface DrillOutcome {
  goals: readonly Goal[]
  verdicts: readonly Verdict[]
  /** `null` while the drill runs, and if there were no requests. */
  score: DrillScore | null
  /** What a stored outcome was judged by. Those of earlier versions do not have it. */
  basis?: DrillBasis & { run: string }
}
