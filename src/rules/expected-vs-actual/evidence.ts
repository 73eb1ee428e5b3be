/** The differences between a response and the expected one, in words. @module */

import { differenceOf, type FullResponse } from './difference.js'
import type { Difference, Exchange, RecordedResponse } from './exchange.js'

/** What explains a response. */
export interface Evidence {
  /** The recorded exchange, or `null` if it is not recorded. */
  exchange: Exchange | null
  /** The differences from the expected response. */
  difference: Difference[]
  /** The differences that faults have made, without those by defects of the board. */
  work: Difference[]
  /** The names of the faults that changed the response. */
  changed: readonly string[]
}

/**
 * Creates the evidence of a response.
 *
 * @param exchange the recorded exchange, or `null` if it is not recorded
 * @param changed the names of the faults that changed the response
 */
export function evidenceOf(exchange: Exchange | null, changed: readonly string[]): Evidence {
  if (exchange === null) return { exchange, difference: [], work: [], changed }
  const { work, ...others } = exchange
  const difference = differencesIn(exchange)
  return {
    exchange,
    difference,
    work: work === undefined ? difference : differencesIn({ ...others, difference: work }),
    changed,
  }
}

/** Lists what differs between a recorded response and its expected response, the delay last. */
export function differencesIn(exchange: Exchange): Difference[] {
  const { response, expected, replaced, delay, bodyDelay, difference, unknown } = exchange
  const differences = difference ?? (expected === undefined ? [] : differenceOf(toFull(expected), toFull(response)))
  return [
    // A server error replaces the operation, so its expected response is unknown.
    ...(replaced && differences.length === 0
      ? [{ at: 'status', kind: 'value', actual: response.status } as const]
      : []),
    ...(unknown && differences.length === 0 ? [{ at: 'response', kind: 'unknown' } as const] : []),
    ...differences,
    ...(bodyDelay === undefined ? [] : [{ at: 'body', kind: 'delay', actual: bodyDelay } as const]),
    ...(delay === undefined ? [] : [{ at: 'time', kind: 'delay', actual: delay } as const]),
  ]
}

function toFull({ status, headers, body }: RecordedResponse): FullResponse {
  return { status, headers, body: body.text, bytes: body.bytes }
}
