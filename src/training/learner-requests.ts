import type { NumberedEntry } from '../rooms/training/values.js'
import { showClaim, type View } from './show.js'

/** Returns journal requests and the claims about them, limited to what the client may see. */
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
