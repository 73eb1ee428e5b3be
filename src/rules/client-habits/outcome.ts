import { type Static, Type } from '@sinclair/typebox'
import { DrillEnd, type Verdict } from './row.js'

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
const FinalTask = Type.Object({ title: Type.String(), status: Type.String() })
export type FinalTask = Static<typeof FinalTask>

/** What a run is judged by, besides its requests: its end, and the tasks that were created in it, as they are then. */
export const DrillBasis = Type.Object({ end: DrillEnd, tasks: Type.Array(FinalTask) })
export type DrillBasis = Static<typeof DrillBasis>

/** What a client has done in a drill of a board. */
export interface DrillOutcome {
  goals: readonly Goal[]
  verdicts: readonly Verdict[]
  /** `null` while the drill runs, and if there were no requests. */
  score: DrillScore | null
  /** What a stored outcome was judged by. Those of earlier versions do not have it. */
  basis?: DrillBasis & { run: string }
}
