import { goalsOf } from './goals.js'
import { judge } from './judge.js'
import type { Observation } from './observation.js'
import type { DrillBasis, DrillOutcome, DrillScore, Goal } from './outcome.js'
import type { Verdict } from './row.js'

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

/** Counts what is right. What was not shown does not count. */
export function drillScoreOf(goals: readonly Goal[], verdicts: readonly Verdict[]): DrillScore {
  const judged = verdicts.filter(({ verdict }) => verdict !== 'not-shown')
  const right =
    goals.filter(({ isReached }) => isReached).length + judged.filter(({ verdict }) => verdict === 'right').length
  const total = goals.length + judged.length
  return { right, total, percent: Math.floor((right * 1000) / total) / 10 }
}
