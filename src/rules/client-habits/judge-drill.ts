import { type Static, Type } from '@sinclair/typebox'
import { FinalTask, type Goal, goalsOf } from './goals.js'
import { judge } from './judge.js'
import type { Observation } from './observation.js'
import { DrillEnd, type Verdict } from './row.js'

/** What a run is judged by, besides its requests: its end, and the tasks that were created in it, as they are then. */
export const DrillBasis = Type.Object({ end: DrillEnd, tasks: Type.Array(FinalTask) })
export type DrillBasis = Static<typeof DrillBasis>

/** What a client has done in a drill of a board. */
export interface DrillOutcome {
  goals: readonly Goal[]
  verdicts: readonly Verdict[]
  /** `null` while the drill runs, and if there were no requests. */
  score: ReturnType<typeof drillScoreOf> | null
  /** What a stored outcome was judged by. Those of earlier versions do not have it. */
  basis?: DrillBasis & { run: string }
}

/**
 * Judges a run of a drill.
 *
 * @param observations the requests that are judged, in any order
 * @param requests the number of all requests
 */
export function judgeDrill(
  observations: readonly Observation[],
  requests: number,
  { end, tasks }: DrillBasis,
): DrillOutcome {
  const goals = goalsOf(tasks, observations)
  const verdicts = judge(observations, end)
  return { goals, verdicts, score: requests === 0 ? null : drillScoreOf(goals, verdicts) }
}

/** Counts what is right. What was not shown does not count. The percentage is rounded down to one decimal place. */
export function drillScoreOf(goals: readonly Goal[], verdicts: readonly Verdict[]) {
  const judged = verdicts.filter(({ verdict }) => verdict !== 'not-shown')
  const right =
    goals.filter(({ isReached }) => isReached).length + judged.filter(({ verdict }) => verdict === 'right').length
  const total = goals.length + judged.length
  return { right, total, percent: Math.floor((right * 1000) / total) / 10 }
}
