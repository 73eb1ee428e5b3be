import type { FastifyReply } from 'fastify'
import { differenceOf, type FullResponse } from '../evidence/difference.js'
import type { DefectEffect } from '../rooms/log/values.js'

/** A response, and the length of its body, which a response to `HEAD` has, too. */
interface VisibleResponse extends FullResponse {
  length: string
}

/** Returns what a client sees of a response. */
function toVisible(reply: FastifyReply, payload: unknown): VisibleResponse {
  const body = typeof payload === 'string' ? payload : null
  const headers = Object.fromEntries(Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]))
  return { status: reply.statusCode, headers, body, length: headers['content-length'] ?? lengthOf(body) }
}

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
  const { status, headers, text } = expected
  const actual = toVisible(reply, payload)
  if (method === 'HEAD') {
    const length = headers['content-length'] ?? lengthOf(text)
    const isSame =
      length === actual.length && differenceOf({ ...expected, body: null }, { ...actual, body: null }).length === 0
    if (isSame) for (const { effects } of active) effects.delete('response')
    return
  }
  const [only, ...others] = active
  if (only === undefined || others.length > 0 || only.effects.size > 0 || status < 400 || actual.status < 400) return
  const differences = differenceOf({ status, headers, body: text }, actual)
  if (differences.some(({ at }) => at === 'body.message')) only.effects.add('response')
}

function lengthOf(body: string | null): string {
  return String(Buffer.byteLength(body ?? ''))
}
