import type { FastifyReply } from 'fastify'
import { differenceOf, type FullResponse } from '../../rules/expected-vs-actual/difference.js'
import type { DefectEffect } from '../../rules/log/entry.js'
import { readResponse } from './change-response.js'

/**
 * Corrects the effects of defects where only the response of the correct service says what a client can see:
 *
 * - A response to `HEAD` has no body, so a change of a body that keeps its length is no change.
 * - The message of a refused write can name what a defect has changed. This is the effect of a defect if the board has
 *   no other for the operation.
 *
 * @param payload the body to send
 */
export function correctEffects(
  reply: FastifyReply,
  payload: unknown,
  active: readonly { effects: Set<DefectEffect> }[],
): void {
  const { expectedResponse: expected, method } = reply.request
  if (expected === null) return
  const body = typeof payload === 'string' ? payload : null
  const actual: FullResponse = { ...readResponse(reply, payload), body }
  if (method === 'HEAD') {
    const lengths = [expected, actual].map(({ headers, body }) => headers['content-length'] ?? lengthOf(body))
    const isSame =
      lengths[0] === lengths[1] && differenceOf({ ...expected, body: null }, { ...actual, body: null }).length === 0
    if (isSame) for (const { effects } of active) effects.delete('response')
    return
  }
  const [only, ...others] = active
  const isRefused = expected.status >= 400 && actual.status >= 400
  if (only === undefined || others.length > 0 || only.effects.size > 0 || !isRefused) return
  if (differenceOf(expected, actual).some(({ at }) => at === 'body.message')) only.effects.add('response')
}

function lengthOf(body: string | null): string {
  return String(Buffer.byteLength(body ?? ''))
}
