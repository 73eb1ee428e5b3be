/** The differences between a response and the expected one, in words. @module */

import { differenceOf, type FullResponse } from './difference.js'
import type { Difference, Exchange, RecordedResponse } from './exchange.js'

/** What explains a response. */
export type Evidence = ReturnType<typeof evidenceOf>

/** Creates the evidence of a response. */
export function evidenceOf(exchange: Exchange | null, changed: readonly string[]) {
  const difference = exchange === null ? [] : differencesIn(exchange)
  return {
    /** The recorded exchange, or `null` if it is not recorded. */
    exchange,
    /** The differences from the expected response. */
    difference,
    /** The differences that faults have made, without those by defects of the board. */
    work: exchange?.work === undefined ? difference : differencesIn({ ...exchange, difference: exchange.work }),
    /** The names of the faults that changed the response. */
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
