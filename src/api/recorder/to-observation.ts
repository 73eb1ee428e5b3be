import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LOG_PATH_MAX } from '../../contract/limits.js'
import { startOf } from '../../contract/start-of.js'
import type { Clock } from '../../contract/time.js'
import { variantPath } from '../../contract/variant-path.js'
import { earlyBytes } from '../../http/json-body.js'
import { requestVariant } from '../../http/request-target.js'
import type { Observation, RetryAfter } from '../../rules/client-habits/observation.js'
import { hashBody } from './hash-body.js'
import { sentTarget } from './sent-target.js'
import { DISCONNECTED } from './to-entry.js'

/**
 * Returns a finished request to a variant as a drill judges it. The drill keeps it, so long texts are shortened.
 *
 * @param hasDisconnected whether the connection has ended before the response
 * @param clock the clock of the dates that the service sends
 */
export function toObservation(
  request: FastifyRequest,
  reply: FastifyReply,
  hasDisconnected: boolean,
  clock: Clock,
): Observation {
  const { headers, faults, body, hasExpiredToken = false } = request
  const base = variantPath(requestVariant(request) as string)
  const changed = [...(faults?.effective ?? [])]
  const isDisconnected = hasDisconnected && faults?.isUnanswered !== true && !changed.includes('truncated-body')
  const location = reply.getHeader('location')
  const sent = earlyBytes(request.raw)
  const { refreshToken } = (body ?? {}) as { refreshToken?: unknown }
  // The clock of the machine can be set while a drill runs, so the times are those of the monotonic one.
  const endedAt = performance.now()
  return {
    requestId: request.id,
    idempotencyKey: textOf(headers['idempotency-key']),
    method: request.method,
    target: targetOf(sentTarget(request), base),
    bodyHash: sent === undefined || sent.length === 0 ? null : hashBody(sent),
    arrivedAt: endedAt - reply.elapsedTime,
    endedAt,
    status: isDisconnected && !reply.raw.headersSent ? DISCONNECTED : reply.statusCode,
    isDisconnected,
    faults: changed,
    retryAfter: retryAfterOf(reply.getHeader('retry-after'), clock),
    created: location === undefined ? null : targetOf(new URL(String(location), 'http://localhost').pathname, base),
    deadline: deadlineOf(headers.prefer),
    token: hashOf(headers.authorization),
    refreshToken: hashOf(refreshToken),
    hasExpiredToken,
  }
}

/** Returns what follows the base path of the variant, which a private board can precede. */
function targetOf(url: string, base: string): string {
  const start = url.indexOf(base)
  return startOf(start < 0 ? url : url.slice(start + base.length), LOG_PATH_MAX)
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

function textOf(value: unknown): string | null {
  return value === undefined ? null : startOf(String(value), LOG_PATH_MAX)
}

/** Hashes a secret, so that it is not kept. */
function hashOf(secret: unknown): string | null {
  return typeof secret === 'string' ? hash('sha256', secret) : null
}
