/** The verdict on a claim, and what a find counts. @module */

import type { LoggedEntry } from '../log/entry.js'
import type { SavedClaim } from '../saved-log.js'
import { creditAfter, type HintSetting } from './credit.js'

/** The claim that a response has no fault. */
export const NO_FAULT = 'none'

/** Whether the claim that a response has a fault, or none, is right. */
export function isRightClaim(fault: string, { changed }: Pick<LoggedEntry, 'changed'>): boolean {
  return fault === NO_FAULT ? changed.length === 0 : changed.includes(fault)
}

/**
 * Judges the claim that a response has a fault, or none.
 *
 * @param others the earlier claims about the response
 */
export function judgeClaim(
  fault: string,
  response: Pick<LoggedEntry, 'changed' | 'hints'>,
  others: readonly Pick<SavedClaim, 'isRight' | 'explanation'>[],
  setting: HintSetting,
): { isRight: boolean; credit: number } {
  // Only the explanation of a wrong claim says what was in the response.
  const isExplained = others.some((claim) => !claim.isRight && claim.explanation !== null)
  return { isRight: isRightClaim(fault, response), credit: creditAfter(setting, response.hints ?? 0, isExplained) }
}
