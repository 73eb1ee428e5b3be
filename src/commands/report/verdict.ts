import type { Report } from './report.js'

/** The minimum score of a result that is shown as good. */
const GOOD_MIN = 75

/** How a result is shown: as good, as poor although it is not below a required minimum, or as failed. */
export type Verdict = 'passed' | 'warning' | 'failed'

export function verdictOf({ isPassed, score }: Pick<Report, 'isPassed' | 'score'>): Verdict {
  if (!isPassed) return 'failed'
  return score === undefined || score >= GOOD_MIN ? 'passed' : 'warning'
}

/** Formats a score without decimal places. Only a complete result has 100%. */
export function formatScore(score: number): string {
  return `${score === 100 ? 100 : Math.min(99, Math.round(score))}%`
}
