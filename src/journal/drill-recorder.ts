import { createHash, hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { variantPath } from '../contract/variant-path.js'
import type { Drill } from '../habits/drill.js'
import type { Observation } from '../habits/observation.js'
import { requestVariant } from '../http/request-variant.js'
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

/** Passes all requests to variants to a drill. Without a drill, the plugin is not registered, so it costs nothing. */
export const drillRecorder = fp<{ drill: Drill }>(
  async (app, { drill }) => {
    const arrivals = new WeakMap<IncomingMessage, Arrival>()
    const expired = new WeakSet<FastifyRequest>()

    app.server.prependListener('request', (request) => {
      arrivals.set(request, observeArrival(request))
    })
    app.addHook('onRequest', (request, reply, done) => {
      const arrival = arrivals.get(request.raw)
      const variant = requestVariant(request)
      if (arrival !== undefined && variant !== undefined) {
        const base = variantPath(variant)
        reply.raw.once('close', () => {
          drill.record(toObservation(request, reply, arrival, base, expired.has(request)))
        })
      }
      done()
    })
    // Many clients send the body in a packet of its own. A fault that responds before it would leave the request without a
    // hash. A client that expects 100 sends the body only when somebody reads it.
    app.addHook('onRequest', async ({ raw }) => {
      if (raw.headers.expect === undefined) await arrivals.get(raw)?.body
    })
    app.addHook('onError', (request, _reply, error, done) => {
      if (error.message.includes(EXPIRED)) expired.add(request)
      done()
    })
  },
  { name: 'drill-recorder' },
)

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
    target: targetOf(request.url, base),
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
