import { isDeepStrictEqual } from 'node:util'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { EXCHANGE_TEXT_MAX, TEST_NAME_MAX } from '../../contract/limits.js'
import { startOf } from '../../contract/start-of.js'
import { RECORDED_HEADERS } from '../../evidence/compare-headers.js'
import { differenceOf } from '../../evidence/difference.js'
import { type Exchange, isText, type RecordedRequest } from '../../evidence/exchange.js'
import { workOfFaults } from '../../evidence/fault-work.js'
import { redact, redactParameters } from '../../evidence/redact.js'
import { announcedLength } from '../../http/json-body.js'
import { pathOf } from '../../http/request-target.js'
import type { ExpectedResponse } from '../../rehearsal/expected-response.js'
import { sentTarget } from './sent-target.js'

/** The bytes of a body that are decoded. A UTF-16 code unit has at most three bytes in UTF-8. */
const SENT_BYTES_MAX = 3 * EXCHANGE_TEXT_MAX

/** The start of a response. */
interface Head {
  status: number
  headers: Record<string, string>
}

/**
 * Returns the exchange of a finished request, without secrets. If the client disconnected before there was a response, or
 * a fault ended the connection instead, the response is empty.
 *
 * @param isDisconnected whether the client disconnected before the end of the response
 */
export function toExchange(request: FastifyRequest, reply: FastifyReply, isDisconnected: boolean): Exchange {
  const { faults, sentResponse } = request
  const { payload, size, elapsed } = sentResponse ?? { payload: undefined, size: 0, elapsed: reply.elapsedTime }
  const headers = faults?.isUnanswered ? {} : pickHeaders((name) => reply.getHeader(name))
  const text = responseText(request, { status: reply.statusCode, headers }, payload)
  const exchange: Exchange = {
    request: toRequest(request),
    response: { status: reply.statusCode, headers, body: { text: recorded(text), bytes: size } },
    firstByte: Math.round(elapsed * 1000),
    disconnected: isDisconnected,
  }
  if (faults?.delay !== undefined) exchange.delay = Math.round(faults.delay)
  if (faults?.bodyDelay !== undefined) exchange.bodyDelay = Math.round(faults.bodyDelay)
  if (faults?.isReplaced) exchange.replaced = true
  addExpected(exchange, request, text)
  if (faults?.isUnanswered) exchange.difference = [{ at: 'response', kind: 'missing' }]
  return exchange
}

/**
 * Adds the response without faults and defects, if it is known and differs: that of the rehearsal, or the one that faults
 * have changed.
 */
function addExpected(exchange: Exchange, request: FastifyRequest, sent: string | null): void {
  const known = knownResponse(request)
  addWork(exchange, request, sent, known)
  if (known === undefined) {
    if (hasDefectiveResponse(request)) exchange.unknown = true
    addStored(exchange, request)
    return
  }
  const { response } = exchange
  const headers = pickHeaders((name) => known.headers[name])
  const text = responseText(request, known, known.body)
  const bytes = request.method === 'HEAD' ? 0 : known.bytes
  const expected = { status: known.status, headers, body: { text: recorded(text), bytes } }
  // The recorded texts are only the starts of long ones.
  const isLong = text !== null && Math.max(text.length, sent?.length ?? 0) > EXCHANGE_TEXT_MAX
  const hasSameBody = text === sent && (text !== null || bytes === response.body.bytes)
  if (hasSameBody && known.status === response.status && isDeepStrictEqual(headers, response.headers)) {
    addStored(exchange, request)
  } else {
    exchange.expected = expected
    if (isLong) exchange.difference = differenceOf({ ...expected, body: text }, { ...response, body: sent })
  }
}

function knownResponse(request: FastifyRequest): ExpectedResponse | undefined {
  const { faults, expectedResponse } = request
  if (expectedResponse !== null) return expectedResponse
  if (faults?.original === undefined || faults.effective.size === 0) return undefined
  return hasDefectiveResponse(request) ? undefined : faults.original
}

function hasDefectiveResponse({ activeDefects }: FastifyRequest): boolean {
  return activeDefects?.some(({ effects }) => effects.has('response')) === true
}

/** Adds what the faults have changed, if defects, a search or an earlier response have changed the response, too. */
function addWork(
  exchange: Exchange,
  request: FastifyRequest,
  sent: string | null,
  known: ExpectedResponse | undefined,
): void {
  const { faults } = request
  if (faults?.read === undefined || faults.effective.size === 0 || faults.isUnanswered) return
  const isDefective = hasDefectiveResponse(request)
  const isKnown = known !== undefined || faults.original !== undefined || isDefective
  const { read, original = isDefective ? undefined : known } = faults
  if (!isKnown || request.method === 'HEAD' || (known === original && original === read)) return
  const toSafe = (response: ExpectedResponse) => ({
    ...response,
    headers: pickHeaders((name) => response.headers[name]),
    body: responseText(request, response, response.body),
  })
  exchange.work = workOfFaults({
    before: original && toSafe(original),
    read: toSafe(read),
    sent: { ...exchange.response, body: sent, bytes: exchange.response.body.bytes },
  })
}

/** Reports that the request stored the wrong data, although the response is right. */
function addStored(exchange: Exchange, { activeDefects }: FastifyRequest): void {
  const hasStored = activeDefects?.some(({ effects }) => effects.has('write')) === true
  if (hasStored) exchange.difference = [{ at: 'stored', kind: 'stored' }]
}

/** Returns a percent-encoded text. Other texts stay as they are. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function toRequest({ headers, sentBody, sentFiles }: FastifyRequest): RecordedRequest {
  const { 'content-type': type = null, 'x-test-name': test } = headers
  return {
    mediaType: type && startOf(type, EXCHANGE_TEXT_MAX),
    body: {
      text: sentBody ? recorded(redact(sentBody.toString('utf8', 0, SENT_BYTES_MAX))) : null,
      bytes: sentBody?.length ?? announcedLength(headers),
    },
    ...(sentFiles && { files: sentFiles }),
    ...(test && { test: startOf(decoded(String(test)), TEST_NAME_MAX) }),
  }
}

function pickHeaders(read: (name: string) => unknown): Record<string, string> {
  const recorded: Record<string, string> = {}
  for (const name of RECORDED_HEADERS) {
    const value = read(name)
    if (value !== undefined) recorded[name] = String(value)
  }
  return recorded
}

/**
 * Returns the text of a response, without secrets. The response to HEAD has none. Errors name members without their values,
 * but they can repeat the path and the query.
 */
function responseText(request: FastifyRequest, { status, headers }: Head, text: unknown): string | null {
  const { method } = request
  const isFile = headers['content-disposition'] !== undefined
  if (isFile || method === 'HEAD' || typeof text !== 'string' || !isText(headers['content-type'])) return null
  return status >= 400 ? withoutTarget(text, sentTarget(request)) : redact(text)
}

function withoutTarget(text: string, target: string): string {
  const start = target.indexOf('?') + 1
  const parts = [pathOf(target), ...(start > 0 ? [target.slice(start)] : [])]
  return parts.reduce((safe, part) => {
    const redacted = redactParameters(part)
    // In JSON, a quotation mark of the target has an escape. `$&` in the target is no pattern.
    return redacted === part
      ? safe
      : safe.replaceAll(escapeJson(part), () => escapeJson(redacted)).replaceAll(part, () => redacted)
  }, text)
}

function escapeJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

function recorded(text: string | null): string | null {
  return text === null ? null : startOf(text, EXCHANGE_TEXT_MAX)
}
