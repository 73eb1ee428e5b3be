import type { NumberedEntry } from '../../rooms/training/claims.js'
import { creditAfter, HINTS_MAX, type HintSetting } from '../../rules/claims/credit.js'
import { NO_FAULT } from '../../rules/claims/judge.js'
import type { Evidence } from '../../rules/expected-vs-actual/evidence.js'
import { hintsFor, isCorrect } from '../../rules/expected-vs-actual/explain.js'
import { placesOf, placesOfPart } from '../../rules/expected-vs-actual/signs.js'
import { showClaim } from '../claims/routes.js'
import type { Claim } from '../claims/schemas.js'
import type { View } from '../view.js'

/**
 * Whether a client may see the expected response and the faults of a response. Before everything is shown, a right claim
 * about the response is required. During an exercise, the response must have no other faults or defects to find (decision
 * 130).
 *
 * @param claims the claims about the response
 * @param response the faults that changed the response, and whether its board has defects
 */
export function mayShowEvidence(
  view: View,
  claims: readonly Pick<Claim, 'verdict' | 'fault'>[],
  { changed, hasDefects }: { changed: readonly string[]; hasDefects: boolean },
): boolean {
  if (view === 'everything') return true
  const right = claims.filter(({ verdict }) => verdict === 'right').map(({ fault }) => fault)
  if (right.length === 0) return false
  return view === 'counts' || (!hasDefects && changed.every((fault) => right.includes(fault)))
}

/** Returns requests of the log and the claims about them, limited to what the client may see. */
export function showRequests(requests: readonly NumberedEntry[], view: View) {
  const isShown = view === 'everything'
  return requests.map(({ ordinal: _, drawn: __, changed, duration, isClaimable, claims, ...request }) => {
    const found = claims.filter(({ isRight }) => isRight).map(({ fault }) => fault)
    return {
      ...request,
      duration: duration / 1000,
      changed: isShown ? changed : null,
      missed: isShown ? changed.filter((fault) => isClaimable && !found.includes(fault)) : null,
      claims: claims.map((claim) => showClaim(claim, view)),
    }
  })
}

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
