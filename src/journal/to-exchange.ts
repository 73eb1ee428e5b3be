import type { FastifyReply, FastifyRequest } from 'fastify'
import { EXCHANGE_TEXT_MAX } from '../contract/limits.js'
import { SECRET_MEMBERS } from '../contract/schemas/auth.js'
import { differenceOf } from '../evidence/difference.js'
import type { Difference, Exchange, RecordedRequest, RecordedResponse } from '../evidence/exchange.js'
import { createRedactor } from '../evidence/redact.js'
import { announcedLength } from '../http/expect-continue.js'
import { copyStart } from './copy-start.js'

/** The headers of responses that are recorded. Those of all responses, and those with secrets, are not. */
const HEADERS = [
  'content-type',
  'location',
  'allow',
  'retry-after',
  'www-authenticate',
  'preference-applied',
  'content-disposition',
  'cache-control',
]

/** The media types whose content is text. */
const TEXT = /^(text\/|application\/(.+\+)?json)/

const redact = createRedactor(SECRET_MEMBERS)

/**
 * Returns the exchange of a finished request, without secrets. If the client disconnected before there was a response, the
 * response is empty.
 */
export function toExchange(request: FastifyRequest, reply: FastifyReply): Exchange {
  const { faults, sentResponse } = request
  const { payload, size, elapsed } = sentResponse ?? { payload: undefined, size: 0, elapsed: reply.elapsedTime }
  const headers = recordedHeaders(reply)
  const bodyOf = (text: unknown, bytes: number) => ({ text: responseText(request, headers, text), bytes })
  const exchange: Exchange = {
    request: toRequest(request),
    response: { status: reply.statusCode, headers, body: bodyOf(payload, size) },
    firstByte: Math.round(elapsed * 1000),
    disconnected: reply.raw.destroyed && !reply.raw.writableFinished,
  }
  if (faults == null) return exchange
  if (faults.delay !== undefined) exchange.delay = Math.round(faults.delay)
  if (faults.effective.has('server-error')) exchange.replaced = true
  if (faults.original !== undefined && faults.effective.size > 0) {
    const { status, payload: original } = faults.original
    exchange.expected = { status, headers, body: bodyOf(original, Buffer.byteLength(original)) }
    if (size > EXCHANGE_TEXT_MAX) exchange.difference = compare(exchange, original, String(payload))
  }
  return exchange
}

/** Compares the full bodies, because the recorded texts are only their starts. */
function compare({ response, expected = response }: Exchange, original: string, sent: string): Difference[] {
  const toFull = ({ status, headers, body: { bytes } }: RecordedResponse, body: string) => ({
    status,
    headers,
    body,
    bytes,
  })
  return differenceOf(toFull(expected, original), toFull(response, sent))
}

function toRequest({ headers, sentBody, sentFiles }: FastifyRequest): RecordedRequest {
  const { 'content-type': type = null } = headers
  return {
    mediaType: type && copyStart(type, EXCHANGE_TEXT_MAX),
    body: {
      text: sentBody && withoutSecrets(String(sentBody.start)),
      bytes: sentBody?.length ?? announcedLength(headers),
    },
    // Only requests in the scope of uploads have it.
    ...(sentFiles != null && { files: sentFiles }),
  }
}

function recordedHeaders(reply: FastifyReply): Record<string, string> {
  const recorded: Record<string, string> = {}
  for (const name of HEADERS) {
    const value = reply.getHeader(name)
    if (value !== undefined) recorded[name] = String(value)
  }
  return recorded
}

/** Returns the start of the text of a response. The response to HEAD has none. Only authentication returns secrets. */
function responseText({ method, url }: FastifyRequest, headers: Record<string, string>, text: unknown): string | null {
  if (method === 'HEAD' || typeof text !== 'string' || !TEXT.test(headers['content-type'] ?? '')) return null
  return url.includes('/auth/') ? withoutSecrets(text) : startOf(text)
}

/** Returns the start of a text, without secrets. */
function withoutSecrets(text: string): string | null {
  const safe = redact(text)
  return safe && startOf(safe)
}

function startOf(text: string): string {
  return text.length <= EXCHANGE_TEXT_MAX ? text : copyStart(text, EXCHANGE_TEXT_MAX)
}
