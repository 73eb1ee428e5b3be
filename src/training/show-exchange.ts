import { describeDifference } from '../evidence/describe.js'
import { differencesIn } from '../evidence/evidence.js'
import type { Exchange } from '../evidence/exchange.js'

/**
 * Returns the fields of an exchange.
 *
 * @param exchange the exchange, if it is still recorded
 * @param changed the names of the faults that changed the response, if the client may see the evidence
 */
export function showExchange(exchange: Exchange | undefined, changed: readonly string[] | undefined) {
  return {
    ...(exchange && {
      request: exchange.request,
      response: exchange.response,
      firstByte: exchange.firstByte / 1000,
      disconnected: exchange.disconnected,
    }),
    ...(changed && {
      evidence: {
        changed: [...changed],
        ...(exchange?.expected && { expected: exchange.expected }),
        difference: differencesOf(exchange),
      },
    }),
  }
}

function differencesOf(exchange: Exchange | undefined) {
  const differences = exchange === undefined ? [] : differencesIn(exchange)
  return differences.map((one) => ({ ...one, sentence: describeDifference(one) }))
}
