import type { Claim } from '../../rooms/training/values.js'
import { NO_FAULT } from '../../rules/claims/judge.js'
import type { View } from '../view.js'
import type { Claim as ShownClaim } from './schemas.js'

export function showClaim({ request: _, isRight, credit, explanation, ...claim }: Claim, view: View): ShownClaim {
  const verdict = isRight ? 'right' : 'wrong'
  const isShown = view !== 'nothing'
  const isFind = isShown && isRight && claim.fault !== NO_FAULT
  return {
    ...claim,
    verdict: isShown ? verdict : null,
    credit: isFind ? credit : null,
    explanation: isShown ? explanation : null,
  }
}
