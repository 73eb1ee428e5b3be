import { type ClaimCounts, NO_FAULT } from '../store/training-methods.js'

/** How well claims describe what happened. A ratio is `null` if its denominator is 0. */
export interface Quality {
  /** How many faults happened, or defects exist. */
  happened: number
  /** How many of them claims have found. */
  found: number
  /** How many claims were wrong. */
  wrong: number
  /** `found / (found + wrong)` */
  precision: number | null
  /** `found / happened` */
  recall: number | null
  /** The harmonic mean of precision and recall: `2 × found / (happened + found + wrong)`. */
  f1: number | null
}

/** The score of a board: in total, by fault, and of its defects. */
export interface Score {
  /** The number of all claims. */
  claims: number
  /** All faults together. Its wrong claims include wrong claims of `none`. */
  total: Quality
  faults: (Quality & { fault: string })[]
  /** The claims that responses have no fault. Right ones are not findings. */
  none: { right: number; wrong: number }
  defects: Quality
}

/** Returns the quality of claims. Ratios have four decimal places. */
export function qualityOf(happened: number, found: number, wrong: number): Quality {
  return {
    happened,
    found,
    wrong,
    precision: ratio(found, found + wrong),
    recall: ratio(found, happened),
    f1: ratio(2 * found, happened + found + wrong),
  }
}

/**
 * Returns the score that follows from the counts of a board.
 *
 * @param faultNames the faults to list, in this order
 * @param defectNames the defects of the board
 */
export function scoreOf(
  { happened, faults, defects }: ClaimCounts,
  faultNames: readonly string[],
  defectNames: readonly string[],
): Score {
  const claimsOf = (name: string) => faults[name] ?? { right: 0, wrong: 0 }
  const none = claimsOf(NO_FAULT)
  const ofFaults = faultNames.map((fault) => ({
    fault,
    ...qualityOf(happened[fault] ?? 0, claimsOf(fault).right, claimsOf(fault).wrong),
  }))
  const sum = (count: (quality: Quality) => number) => ofFaults.reduce((total, quality) => total + count(quality), 0)
  const ofResponses = Object.values(faults).reduce((total, { right, wrong }) => total + right + wrong, 0)
  return {
    claims: ofResponses + defects.found.length + defects.wrong,
    total: qualityOf(
      sum((quality) => quality.happened),
      sum(({ found }) => found),
      sum(({ wrong }) => wrong) + none.wrong,
    ),
    faults: ofFaults,
    none,
    defects: qualityOf(
      defectNames.length,
      defects.found.filter((name) => defectNames.includes(name)).length,
      defects.wrong,
    ),
  }
}

function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000
}
