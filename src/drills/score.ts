import type { Verdict } from '../habits/row.js'
import type { Goal } from './task.js'

export interface DrillScore {
  right: number
  /** The number of goals and of situations that the drill could judge. */
  total: number
  /** From 0 to 100, rounded down to one decimal place. */
  percent: number
}

/** Counts what is right. What was not shown does not count. */
export function scoreOf(goals: readonly Goal[], verdicts: readonly Verdict[]): DrillScore {
  const judged = verdicts.filter(({ verdict }) => verdict !== 'not-shown')
  const right =
    goals.filter(({ isReached }) => isReached).length + judged.filter(({ verdict }) => verdict === 'right').length
  const total = goals.length + judged.length
  return { right, total, percent: Math.floor((right * 1000) / total) / 10 }
}
