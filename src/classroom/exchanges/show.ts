import type { NumberedEntry } from '../../rooms/training/values.js'
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
