/** Scores, points, certificates and submitted grades. @module */

import { FAULT_NAMES } from '../../api/buggy/faults.js'
import type { Score as Counted } from '../../rooms/training/score.js'
import { NO_FAULT } from '../../rules/claims/judge.js'

/** The quality of claims. */
export type Quality = ReturnType<typeof qualityOf>

/**
 * Returns the quality of claims. Ratios have four decimal places, and are `null` if their denominator is 0.
 *
 * @param claims.happened the number of faults that happened, or of defects that exist
 * @param claims.found how many of them claims have found
 * @param claims.wrong the number of wrong claims
 * @param claims.credit the total credit for what was found, which is less after counted hints
 */
export function qualityOf(claims: { happened: number; found: number; wrong: number; credit?: number }) {
  const { happened, found, wrong, credit = found } = claims
  // The harmonic mean of found / (found + wrong) and credit / happened.
  const share = found === 0 ? 1 : credit / found
  return {
    happened,
    found,
    credit,
    wrong,
    precision: ratio(found, found + wrong),
    recall: ratio(credit, happened),
    f1: ratio(2 * credit, happened + share * (found + wrong)),
  }
}

/** Returns the quality of all claims. */
export function sumQualities(qualities: readonly Quality[]): Quality {
  const sum = (name: 'happened' | 'found' | 'credit' | 'wrong') =>
    qualities.reduce((total, quality) => total + quality[name], 0)
  return qualityOf({ happened: sum('happened'), found: sum('found'), credit: sum('credit'), wrong: sum('wrong') })
}

/** The score of a board: in total, by fault, and for its defects. */
export type Score = ReturnType<typeof computeScore>

/**
 * Computes the score of a board from what was counted.
 *
 * @param defectNames the defects of the board
 * @param faultNames the faults to list, in this order
 */
export function computeScore(
  { happened, faults, defects }: Readonly<Pick<Counted, 'happened' | 'faults' | 'defects'>>,
  defectNames: readonly string[] = [],
  faultNames: readonly string[] = FAULT_NAMES,
) {
  const claimsOf = (name: string) => faults[name] ?? { right: 0, wrong: 0, credit: 0 }
  const none = claimsOf(NO_FAULT)
  const ofFaults = faultNames.map((fault) => {
    const { right, wrong, credit } = claimsOf(fault)
    return { fault, ...qualityOf({ happened: happened[fault] ?? 0, found: right, credit, wrong }) }
  })
  const ofResponses = Object.values(faults).reduce((total, { right, wrong }) => total + right + wrong, 0)
  const wrongNone = qualityOf({ happened: 0, found: 0, wrong: none.wrong })
  const ofDefects = Object.values(defects)
  return {
    claims: ofResponses + ofDefects.length,
    // The wrong claims include those of `none`. The right ones do not count as found.
    total: sumQualities([...ofFaults, wrongNone]),
    faults: ofFaults,
    none: { right: none.right, wrong: none.wrong },
    defects: qualityOf({
      happened: defectNames.length,
      found: defectNames.filter((name) => defects[name]).length,
      wrong: ofDefects.filter((isRight) => !isRight).length,
    }),
  }
}

function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000
}
