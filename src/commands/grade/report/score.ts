import type { DefectResult, Score } from '../types.js'

/** Counts the defects that were found. Every defect counts the same. */
export function gradeScoreOf(defects: readonly Pick<DefectResult, 'outcome'>[]): Score {
  return share(defects.filter(({ outcome }) => outcome === 'found').length, defects.length)
}

/** Returns a share with its percentage, rounded down. */
export function share(found: number, total: number): Score {
  return { found, total, percent: total === 0 ? 0 : Math.floor((found * 1000) / total) / 10 }
}

/** Returns the scores of the defects with each value of a property, in the order of their first occurrence. */
export function scoresBy(
  defects: readonly DefectResult[],
  property: 'area' | 'severity',
): Readonly<Record<string, Score>> {
  const groups = new Map<string, DefectResult[]>()
  for (const defect of defects) groups.set(defect[property], [...(groups.get(defect[property]) ?? []), defect])
  return Object.fromEntries([...groups].map(([name, members]) => [name, gradeScoreOf(members)]))
}
