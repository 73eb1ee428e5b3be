import type { Static } from '@sinclair/typebox'
import { delayOf, drawFaults, type FaultRules } from '../chaos/settings.js'
import type { PlannedRequest } from '../control/schemas/fault-settings.js'

/** What so many requests draw, from an ordinal number on. */
export function planRequests(
  rules: FaultRules,
  seed: number,
  from: number,
  count: number,
): Static<typeof PlannedRequest>[] {
  return Array.from({ length: count }, (_, index) => {
    const drawn = drawFaults(rules, seed, from + index)
    const slow = drawn.find(({ fault }) => fault.name === 'slow-response')
    return {
      ordinal: from + index,
      faults: drawn.map(({ fault }) => fault.name),
      delay: slow === undefined ? null : Math.round(delayOf(rules, slow.draw)),
    }
  })
}
