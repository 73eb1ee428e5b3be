import type { NumberedEntry } from '../rooms/log/values.js'
import type { Store } from '../rooms/store.js'
import { showClaim, type View } from './show.js'

/** Returns journal requests and the claims about them, limited to what the client may see. */
export async function showRequests(store: Store, board: string, requests: readonly NumberedEntry[], view: View) {
  const numbers = requests.map(({ number }) => number)
  const claims = numbers.length === 0 ? [] : await store.listClaimsAbout(board, numbers)
  const isShown = view === 'everything'
  return requests.map(({ ordinal: _, drawn: __, changed, duration, isClaimable, ...request }) => {
    const ofRequest = claims.filter((claim) => claim.request === request.number)
    const found = ofRequest.filter(({ isRight }) => isRight).map(({ fault }) => fault)
    return {
      ...request,
      duration: duration / 1000,
      changed: isShown ? changed : null,
      missed: isShown ? changed.filter((fault) => isClaimable && !found.includes(fault)) : null,
      claims: ofRequest.map((claim) => showClaim(claim, view)),
    }
  })
}
