import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../contract/time.js'
import { earlyBytes } from '../../http/json-body.js'
import { fingerprint } from '../../rules/challenges/look.js'
import type { DrillFacts, RetryAfter } from '../../rules/log/entry.js'
import { hashBody } from './hash-body.js'

/**
 * Returns what a drill judges of a finished request to a variant, besides its entry.
 *
 * @param hasDisconnected whether the connection has ended before the response
 * @param clock the clock of the dates that the service sends
 */
export function drillFacts(
  request: FastifyRequest,
  reply: FastifyReply,
  hasDisconnected: boolean,
  clock: Clock,
): DrillFacts {
  const { headers, faults, body, hasExpiredToken = false } = request
  const location = reply.getHeader('location')
  const sent = earlyBytes(request.raw)
  // The clock of the machine can be set while a drill runs, so the times are those of the monotonic one.
  const endedAt = performance.now()
  return {
    idempotencyKey: hashOf(headers['idempotency-key']),
    bodyHash: sent === undefined || sent.length === 0 ? null : hashBody(sent),
    arrivedAt: endedAt - reply.elapsedTime,
    endedAt,
    isDisconnected: hasDisconnected && faults?.isUnanswered !== true && !faults?.effective.has('truncated-body'),
    retryAfter: retryAfterOf(reply.getHeader('retry-after'), clock),
    created: location === undefined ? null : createdIn(String(location)),
    deadline: deadlineOf(headers.prefer),
    token: hashOf(headers.authorization),
    refreshToken: hashOf((body as { refreshToken?: unknown } | null)?.refreshToken),
    hasExpiredToken,
  }
}

/** Returns the path below the variant in `Location`, which a private board can precede. */
function createdIn(location: string): string {
  return new URL(location, 'http://localhost').pathname.replace(/^.*?\/api\/[^/]*/, '')
}

/** Reads `Retry-After` when the response ends. A date is compared with the wall clock, which it refers to. */
function retryAfterOf(value: ReturnType<FastifyReply['getHeader']>, clock: Clock): RetryAfter | null {
  const text = String(value)
  const isDate = !/^\d+$/.test(text)
  const delay = isDate ? Date.parse(text) - clock() : Number(text) * 1000
  return Number.isNaN(delay) ? null : { delay, isDate }
}

/** Returns how long the client waits, in milliseconds (RFC 7240, section 4.3). */
function deadlineOf(prefer: unknown): number | null {
  const [, seconds] = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,6})/i.exec(String(prefer ?? '')) ?? []
  return seconds === undefined ? null : Number(seconds) * 1000
}

function hashOf(text: unknown): string | null {
  return typeof text === 'string' ? fingerprint(text) : null
}
