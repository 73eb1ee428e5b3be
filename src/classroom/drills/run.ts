import type { BoardState } from '../../rooms/state.js'
import { type DrillRun, drillKey } from '../../rooms/training/drills.js'
import type { StoredDrill } from '../../rooms/training/values.js'
import type { Drill } from '../../rules/client-habits/drill.js'
import type { DrillOutcome } from '../../rules/client-habits/judge-drill.js'
import type { Observation } from '../../rules/client-habits/observation.js'
import type { DrillEnd } from '../../rules/client-habits/row.js'

/** How far the drill of a board is. */
export interface DrillProgress extends Omit<StoredDrill, 'exercise'> {
  /** Whether the last run was lost. The drill begins again. */
  isInterrupted: boolean
}

/** The exercise of a board, what is stored of its drill, and how often its solved challenges were deleted. */
export type DrilledBoard = Pick<BoardState, 'exercise' | 'drill' | 'challengeRestarts'>

/** A run in memory. */
export interface Run extends DrillRun, Pick<StoredDrill, 'startedAt' | 'requests'> {
  id: string
  classId: string | null
  /** When its exercise ends, as far as it is known. */
  endsAt: string | null
  drill: Drill
  /** The id of the latest task before the first request; `null` until then. */
  lastTask: number | null
  observations: Observation[]
  /** Whether its outcome is stored. */
  isFinished: boolean
  /** Whether it could not be finished at the end of its exercise, which is logged once. */
  hasFailed: boolean
}

/** The outcome of a drill that has not begun and whose goals are not known. */
export const NOTHING: DrillOutcome = { goals: [], verdicts: [], score: null }

/** Returns what is stored of the drill of an exercise. */
export function storedOf({ exercise, drill }: DrilledBoard): StoredDrill | undefined {
  return exercise !== null && drill?.exercise === drillKey(exercise) ? drill : undefined
}

/** Returns the end of a run that was stopped. What the client would have done after its last request is not known. */
export function stopped({ observations }: Run): DrillEnd {
  return { endedAt: Math.max(0, ...observations.map(({ endedAt }) => endedAt)), wasStopped: true }
}
