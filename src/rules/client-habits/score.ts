import type { DrillScore, Goal } from './outcome.js'
import type { Verdict } from './row.js'

/** Counts what is right. What was not shown does not count. */
export function drillScoreOf(goals: readonly Goal[], verdicts: readonly Verdict[]): DrillScore {
  const judged = verdicts.filter(({ verdict }) => verdict !== 'not-shown')
  const right =
    goals.filter(({ isReached }) => isReached).length + judged.filter(({ verdict }) => verdict === 'right').length
  const total = goals.length + judged.length
  return { right, total, percent: Math.floor((right * 1000) / total) / 10 }
}
