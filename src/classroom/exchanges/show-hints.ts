import { creditAfter, HINTS_MAX, type HintSetting } from '../../rules/claims/credit.js'
import { NO_FAULT } from '../../rules/claims/judge.js'
import type { Evidence } from '../../rules/expected-vs-actual/evidence.js'
import { hintsFor, isCorrect } from '../../rules/expected-vs-actual/explain.js'
import { placesOf, placesOfPart } from '../../rules/expected-vs-actual/signs.js'

export interface HintState {
  setting: HintSetting
  /** The number of hints that were taken. */
  taken: number
  /** Whether another hint can be taken, if there is one. */
  isOpen: boolean
  /** Whether a wrong claim about the response was explained. */
  isExplained: boolean
  /** Whether the board has defects. */
  hasDefects: boolean
}

/** Returns the hints that were taken for a response, and what a find in it counts. */
export function showHints(evidence: Evidence, { setting, taken, isOpen, isExplained, hasDefects }: HintState) {
  const left = isOpen ? HINTS_MAX - taken : 0
  return {
    taken: hintsFor(evidence, hasDefects).slice(0, taken),
    correct: taken > 0 && isCorrect(evidence, hasDefects),
    // Defects have changed some of the places.
    places: hasDefects ? [] : shownPlaces(evidence, taken),
    faults: taken < HINTS_MAX ? [] : evidence.changed.length > 0 ? evidence.changed : [NO_FAULT],
    left,
    credit: creditAfter(setting, taken, isExplained),
    nextCredit: left === 0 ? null : creditAfter(setting, taken + 1),
  }
}

/** Returns the places that the second hint, or the third one, is about. */
function shownPlaces(evidence: Evidence, taken: number): string[] {
  if (taken === HINTS_MAX) return placesOf(evidence)
  if (taken < HINTS_MAX - 1) return []
  return [...new Set(evidence.changed.flatMap((fault) => placesOfPart(fault, evidence)))]
}
