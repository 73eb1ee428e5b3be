import { type ClaimCounts, NO_FAULT } from '../store/training-methods.js'

/** The quality of claims. A ratio is `null` if its denominator is 0. */
export interface Quality {
  /** The number of faults that happened, or of defects that exist. */
  happened: number
  /** The number of these faults or defects that claims have found. */
  found: number
  /** The number of wrong claims. */
  wrong: number
  /** `found / (found + wrong)` */
  precision: number | null
  /** `found / happened` */
  recall: number | null
  /** The harmonic mean of precision and recall: `2 × found / (happened + found + wrong)`. */
  f1: number | null
}

/** The score of a board: in total, by fault, and for its defects. */
export interface Score {
  /** The number of all claims. */
  claims: number
  /** The total for all faults. The wrong claims include wrong claims of `none`. */
  total: Quality
  faults: (Quality & { fault: string })[]
  /** The claims that responses are correct. The right ones do not count as found. */
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
 * Computes the score of a board from its counts.
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
