import { createHash, hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { variantPath } from '../contract/variant-path.js'
import type { Drill } from '../habits/drill.js'
import type { Observation } from '../habits/observation.js'
import { plugin } from '../http/plugin.js'
import { requestVariant } from '../http/request-variant.js'
import { sentTarget } from './sent-target.js'
import { DISCONNECTED } from './to-entry.js'

/** What is known of a request before its hooks run. */
interface Arrival {
  /** In milliseconds since the Unix epoch. */
  at: number
  /** Resolves when the body has arrived, when it is too large to wait for, or when the connection ends. */
  body: Promise<void>
  /** Returns a hash of the body that has arrived; `null` if there is none. */
  hashBody(): string | null
}

/** The number of bytes of a body that Node.js receives before somebody reads it. */
const BUFFERED = 16_384

/** The message of a refused access token that has expired. */
const EXPIRED = 'the token has expired'

const now = () => performance.timeOrigin + performance.now()

declare module 'fastify' {
  interface FastifyRequest {
    /** The drill that chooses the faults of the request, and records it; `null` if there is none. */
    drill: Drill | null
  }
}

export interface DrillRecorderOptions {
  /** Whether the process may have a drill. Without one, the plugin does nothing, so it costs nothing. */
  hasDrills: () => boolean
  /** Returns the drill of a request to a variant; `null` if there is none. */
  drillOf: (request: FastifyRequest) => Drill | null
}

/** Finds the drills of requests, and passes finished requests to them. */
export const drillRecorder = plugin<DrillRecorderOptions>('drill-recorder', [], async (app, { hasDrills, drillOf }) => {
  app.decorateRequest('drill', null)
  const arrivals = new WeakMap<IncomingMessage, Arrival>()
  const expired = new WeakSet<FastifyRequest>()

  app.server.prependListener('request', (request) => {
    if (hasDrills()) arrivals.set(request, observeArrival(request))
  })
  app.addHook('onRequest', (request, reply, done) => {
    const variant = requestVariant(request)
    const drill = request.isRehearsal || variant === undefined ? null : drillOf(request)
    if (drill === null) return done()
    request.drill = drill
    const arrival = arrivals.get(request.raw) ?? arrivalBefore(reply)
    const base = variantPath(variant as string)
    reply.raw.once('close', () => {
      drill.record(toObservation(request, reply, arrival, base, expired.has(request)))
    })
    // Many clients send the body in a packet of its own. A fault that responds before it would leave the request without
    // a hash. A client that expects 100 sends the body only when somebody reads it.
    if (request.headers.expect !== undefined) return done()
    arrival.body.then(() => done())
  })
  app.addHook('onError', (request, _reply, error, done) => {
    if (request.drill !== null && error.message.includes(EXPIRED)) expired.add(request)
    done()
  })
})

/** Hashes a body while it arrives, whether it is read or not. */
function observeArrival(request: IncomingMessage): Arrival {
  const digest = createHash('sha256')
  const push = request.push
  let bytes = 0
  const body = new Promise<void>((resolve) => {
    request.once('close', resolve)
    request.push = (chunk: Buffer | null) => {
      if (chunk !== null) digest.update(chunk)
      bytes += chunk?.length ?? 0
      if (chunk === null || bytes >= BUFFERED) resolve()
      return push.call(request, chunk)
    }
  })
  return { at: now(), body, hashBody: () => (bytes > 0 ? digest.digest('hex') : null) }
}

/** Returns the arrival of the request with which the first drill of the process begins: its body was not observed. */
function arrivalBefore({ elapsedTime }: FastifyReply): Arrival {
  return { at: now() - elapsedTime, body: Promise.resolve(), hashBody: () => null }
}

function toObservation(
  request: FastifyRequest,
  reply: FastifyReply,
  arrival: Arrival,
  base: string,
  hasExpiredToken: boolean,
): Observation {
  const { headers, faults, body } = request
  const changed = [...(faults?.effective ?? [])]
  const isEnded = faults?.isUnanswered === true || changed.includes('truncated-body')
  const isDisconnected = !reply.raw.writableFinished && !isEnded
  const location = reply.getHeader('location')
  const { refreshToken } = (body ?? {}) as { refreshToken?: unknown }
  return {
    requestId: request.id,
    clientId: clientIdOf(headers),
    method: request.method,
    target: targetOf(sentTarget(request), base),
    bodyHash: arrival.hashBody(),
    arrivedAt: arrival.at,
    endedAt: now(),
    status: isDisconnected && !reply.raw.headersSent ? DISCONNECTED : reply.statusCode,
    isDisconnected,
    faults: changed,
    retryAfter: textOf(reply.getHeader('retry-after')),
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
  return start < 0 ? url : url.slice(start + base.length)
}

function clientIdOf(headers: IncomingMessage['headers']): string | null {
  return textOf(headers['idempotency-key'] ?? headers['x-request-id'])
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
