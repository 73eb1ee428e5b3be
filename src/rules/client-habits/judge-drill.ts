import { goalsOf } from './goals.js'
import { judge } from './judge.js'
import type { Observation } from './observation.js'
import type { DrillBasis, DrillOutcome } from './outcome.js'
import { drillScoreOf } from './score.js'

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
