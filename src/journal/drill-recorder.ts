import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../contract/time.js'
import { variantPath } from '../contract/variant-path.js'
import type { Drill } from '../habits/drill.js'
import type { Observation, RetryAfter } from '../habits/observation.js'
import { earlyBytes, readEarly } from '../http/json-body.js'
import { plugin } from '../http/plugin.js'
import { requestVariant } from '../http/request-target.js'
import { hashBody } from './hash-body.js'
import { sentTarget } from './sent-target.js'
import { DISCONNECTED } from './to-entry.js'

/** The message of a refused access token that has expired. */
const EXPIRED = 'the token has expired'

declare module 'fastify' {
  interface FastifyRequest {
    /** The drill that chooses the faults of the request, and records it; absent if there is none. */
    drill?: Drill
  }
}

export interface DrillRecorderOptions {
  /** The drill of all requests to variants. By default, only private boards have drills. */
  drill: Drill | undefined
  /** Returns the drill of a request to a variant of a private board; `null` if there is none. */
  drillOf: (request: FastifyRequest) => Drill | null
  /** The clock of the dates that the service sends. */
  clock: Clock
}

/** Finds the drills of requests, and passes finished requests to them. */
export const drillRecorder = plugin<DrillRecorderOptions>('drill-recorder', [], async (app, options) => {
  const { drill: ofAll, drillOf, clock } = options
  const expired = new WeakSet<FastifyRequest>()

  if (ofAll !== undefined) app.addHook('onRequest', async (request, reply) => enter(request, reply, () => ofAll))
  else app.boardHooks.onRequest.push((request, reply) => enter(request, reply, drillOf))
  app.addHook('onError', (request, _reply, error, done) => {
    if (request.drill !== undefined && error.message.includes(EXPIRED)) expired.add(request)
    done()
  })

  async function enter(request: FastifyRequest, reply: FastifyReply, find: typeof drillOf): Promise<void> {
    const variant = requestVariant(request)
    const drill = request.isRehearsal || variant === undefined ? null : find(request)
    if (drill === null) return
    request.drill = drill
    // The clock of the machine can be set while a drill runs, so this is the monotonic one.
    const arrivedAt = performance.now() - reply.elapsedTime
    const base = variantPath(variant as string)
    reply.raw.once('close', () => {
      drill.record({
        ...toObservation(request, reply, base),
        arrivedAt,
        retryAfter: retryAfterOf(reply.getHeader('retry-after'), clock),
        hasExpiredToken: expired.has(request),
      })
    })
    // Many clients send the body in a packet of its own. A fault that responds before it would leave the request without
    // a hash.
    await readEarly(request, reply)
  }
})

function toObservation(
  request: FastifyRequest,
  reply: FastifyReply,
  base: string,
): Omit<Observation, 'arrivedAt' | 'retryAfter' | 'hasExpiredToken'> {
  const { headers, faults, body } = request
  const changed = [...(faults?.effective ?? [])]
  const isEnded = faults?.isUnanswered === true || changed.includes('truncated-body')
  const isDisconnected = !reply.raw.writableFinished && !isEnded
  const location = reply.getHeader('location')
  const sent = earlyBytes(request.raw)
  const { refreshToken } = (body ?? {}) as { refreshToken?: unknown }
  return {
    requestId: request.id,
    idempotencyKey: textOf(headers['idempotency-key']),
    method: request.method,
    target: targetOf(sentTarget(request), base),
    bodyHash: sent === undefined || sent.length === 0 ? null : hashBody(sent),
    endedAt: performance.now(),
    status: isDisconnected && !reply.raw.headersSent ? DISCONNECTED : reply.statusCode,
    isDisconnected,
    faults: changed,
    created: location === undefined ? null : targetOf(new URL(String(location), 'http://localhost').pathname, base),
    deadline: deadlineOf(headers.prefer),
    token: hashOf(headers.authorization),
    refreshToken: hashOf(refreshToken),
  }
}

/** Returns what follows the base path of the variant, which a private board can precede. */
function targetOf(url: string, base: string): string {
  const start = url.indexOf(base)
  return start < 0 ? url : url.slice(start + base.length)
}

/** Reads `Retry-After` when the response ends. A date is compared with the wall clock, which it refers to. */
function retryAfterOf(value: ReturnType<FastifyReply['getHeader']>, clock: Clock): RetryAfter | null {
  const text = String(value)
  const isDate = !/^\d+$/.test(text)
  const delay = isDate ? Date.parse(text) - clock() : Number(text) * 1000
  return Number.isNaN(delay) ? null : { delay, isDate }
}

/** Returns how long the client waits, in milliseconds (RFC 7240, section 4.3). */
function deadlineOf(prefer: IncomingMessage['headers'][string]): number | null {
  const [, seconds] = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,6})/i.exec(String(prefer ?? '')) ?? []
  return seconds === undefined ? null : Number(seconds) * 1000
}

function textOf(value: unknown): string | null {
  return value === undefined ? null : String(value)
}

/** Hashes a secret, so that it is not kept. */
function hashOf(secret: unknown): string | null {
  return typeof secret === 'string' ? hash('sha256', secret) : null
}
