import { SEVERITIES } from '../../../app/grading.js'
import { DIFFICULTIES } from '../../../rules/exposures/describe.js'
import type { DefectResult } from '../types.js'

/** Returns a number for a severity: the more severe, the lower. */
export function severityRank(severity: string): number {
  return -(SEVERITIES as readonly string[]).indexOf(severity)
}

/** Orders defects: first the most severe, and of these the easiest to find. */
export function byImportance(defects: readonly DefectResult[]): DefectResult[] {
  const rank = ({ severity, difficulty }: DefectResult) =>
    severityRank(severity) * DIFFICULTIES.length + (DIFFICULTIES as readonly string[]).indexOf(difficulty)
  return defects.toSorted((a, b) => rank(a) - rank(b))
}

/** Returns the missed defects: first those that cost their author least, and of these the most important. */
export function missedByCost(defects: readonly DefectResult[]): DefectResult[] {
  const missed = defects.filter(({ outcome }) => outcome === 'missed')
  return byImportance(missed).toSorted((a, b) => costOf(a) - costOf(b))
}

/** What a missed defect costs its author: an assertion on a response, a request that reads what was stored, or a test. */
function costOf({ evidence }: DefectResult): number {
  if (evidence === null) return 2
  return evidence.effect === 'response' ? 0 : 1
}
