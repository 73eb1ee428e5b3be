import { differenceOf, type FullResponse } from './difference.js'
import type { Difference } from './exchange.js'
import { showsFault } from './signs.js'

/** The steps in which faults have changed a response. If the board has defects, they have changed each of them. */
export interface FaultSteps {
  /** The response without faults. Absent if it is not known, because a fault has changed what the operation did. */
  before?: FullResponse | undefined
  /** The response that the operation returned, or an earlier one, before faults changed its content or how it is sent. */
  read: FullResponse
  sent: FullResponse
}

/**
 * Lists what faults have changed in a response. If defects of the board have changed it, too, this is not the difference
 * from the expected response.
 *
 * @param max the maximum number of entries of each step, by default 50
 */
export function workOfFaults({ before, read, sent }: FaultSteps, max?: number): Difference[] {
  return [...(before === undefined ? [] : differenceOf(before, read, max)), ...differenceOf(read, sent, max)]
}

/**
 * Returns the faults that nobody can see, because a defect of the board cancels them: in all places that such a fault
 * has changed, the response is the expected one.
 *
 * @param faults the names of the faults that changed the response
 * @param expected the response without faults and defects
 */
export function cancelledFaults(faults: Iterable<string>, steps: FaultSteps, expected: FullResponse): string[] {
  const work = workOfFaults(steps, Number.POSITIVE_INFINITY)
  const differences = differenceOf(expected, steps.sent, Number.POSITIVE_INFINITY)
  return [...faults].filter((fault) => {
    const own = work.filter((difference) => showsFault(fault, difference))
    // An item that should not be there, or a body that is another one, is one difference, whatever is in it.
    const isVisible = ({ at }: Difference) => differences.some((difference) => at.startsWith(difference.at))
    return own.length > 0 && !own.some(isVisible)
  })
}
