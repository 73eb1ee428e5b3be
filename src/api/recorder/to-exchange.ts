import { isDeepStrictEqual } from 'node:util'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { EXCHANGE_TEXT_MAX, TEST_NAME_MAX } from '../../contract/limits.js'
import { startOf } from '../../contract/start-of.js'
import { announcedLength } from '../../http/json-body.js'
import { decode, pathOf } from '../../http/request-target.js'
import { RECORDED_HEADERS } from '../../rules/expected-vs-actual/compare-headers.js'
import { differenceOf, type FullResponse } from '../../rules/expected-vs-actual/difference.js'
import {
  type Exchange,
  isText,
  type RecordedRequest,
  type RecordedResponse,
} from '../../rules/expected-vs-actual/exchange.js'
import { workOfFaults } from '../../rules/expected-vs-actual/fault-work.js'
import { redact, redactParameters } from '../../rules/expected-vs-actual/redact.js'
import type { ExpectedResponse } from '../expected/dry-run.js'
import { sentTarget } from './to-entry.js'

/** The bytes of a body that are decoded. A UTF-16 code unit has at most three bytes in UTF-8. */
const SENT_BYTES_MAX = 3 * EXCHANGE_TEXT_MAX

/** The full response without secrets. */
type Safe = FullResponse & { bytes: number }

/**
 * Returns the exchange of a finished request, without secrets. If the client disconnected before there was a response, or
 * a fault ended the connection instead, the response is empty.
 *
 * @param isDisconnected whether the client disconnected before the end of the response
 */
export function toExchange(request: FastifyRequest, reply: FastifyReply, isDisconnected: boolean): Exchange {
  const { faults, sentResponse } = request
  const { payload, size, elapsed } = sentResponse ?? { payload: undefined, size: 0, elapsed: reply.elapsedTime }
  const headerOf = (name: string) => (faults?.isUnanswered ? undefined : reply.getHeader(name))
  const sent = toSafe(request, { status: reply.statusCode, body: payload, bytes: size }, headerOf)
  const exchange: Exchange = {
    request: toRequest(request),
    response: toRecorded(sent),
    firstByte: Math.round(elapsed * 1000),
    disconnected: isDisconnected,
  }
  if (faults?.delay !== undefined) exchange.delay = Math.round(faults.delay)
  if (faults?.bodyDelay !== undefined) exchange.bodyDelay = Math.round(faults.bodyDelay)
  if (faults?.isReplaced) exchange.replaced = true
  const known = knownResponse(request)
  addWork(exchange, request, sent, known)
  addExpected(exchange, request, sent, known)
  if (faults?.isUnanswered) exchange.difference = [{ at: 'response', kind: 'missing' }]
  return exchange
}

/** Adds the response without faults and defects, if it is known and differs. */
function addExpected(
  exchange: Exchange,
  request: FastifyRequest,
  sent: Safe,
  known: ExpectedResponse | undefined,
): void {
  const expected = known && toSafe(request, known)
  if (expected !== undefined && !isSame(expected, sent)) {
    exchange.expected = toRecorded(expected)
    // The recorded texts are only the starts of long ones.
    const isLong = [expected, sent].some(({ body }) => body !== null && body.length > EXCHANGE_TEXT_MAX)
    if (isLong && expected.body !== null) exchange.difference = differenceOf(expected, sent)
    return
  }
  if (known === undefined && hasEffect(request, 'response')) exchange.unknown = true
  // The request stored the wrong data, although the response is right.
  if (hasEffect(request, 'write')) exchange.difference = [{ at: 'stored', kind: 'stored' }]
}

function isSame(expected: Safe, sent: Safe): boolean {
  // Bodies that are not text have the same length.
  const hasSameBody = expected.body === sent.body && (expected.body !== null || expected.bytes === sent.bytes)
  return hasSameBody && expected.status === sent.status && isDeepStrictEqual(expected.headers, sent.headers)
}

/** Returns the response without faults and defects: that of the dry run, or the one that faults have changed. */
function knownResponse(request: FastifyRequest): ExpectedResponse | undefined {
  const { faults, expectedResponse } = request
  if (expectedResponse !== null) return expectedResponse
  if (faults?.withoutFaults === undefined || faults.effective.size === 0) return undefined
  return hasEffect(request, 'response') ? undefined : faults.withoutFaults
}

/** Whether a defect of the board has affected the request in this way. */
function hasEffect({ activeDefects }: FastifyRequest, effect: 'response' | 'write'): boolean {
  return activeDefects?.some(({ effects }) => effects.has(effect)) === true
}

/** Adds what the faults have changed, if defects, a search or an earlier response have changed the response, too. */
function addWork(exchange: Exchange, request: FastifyRequest, sent: Safe, known: ExpectedResponse | undefined): void {
  const { faults } = request
  if (faults?.beforeContentFaults === undefined || faults.effective.size === 0 || faults.isUnanswered) return
  const isDefective = hasEffect(request, 'response')
  const isKnown = known !== undefined || faults.withoutFaults !== undefined || isDefective
  const { beforeContentFaults: read, withoutFaults: before = isDefective ? undefined : known } = faults
  if (!isKnown || request.method === 'HEAD' || (known === before && before === read)) return
  exchange.work = workOfFaults({
    before: before && toSafe(request, before),
    read: toSafe(request, read),
    sent,
  })
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
    ...(test && { test: startOf(decode(String(test)) ?? String(test), TEST_NAME_MAX) }),
  }
}

/**
 * Returns a response without secrets. Files have no text, and the response to HEAD has no body. Errors name members without
 * their values, but they can repeat the path and the query.
 */
function toSafe(
  request: FastifyRequest,
  response: Omit<Safe, 'headers' | 'body'> & { headers?: Safe['headers']; body: unknown },
  headerOf = (name: string): unknown => response.headers?.[name],
): Safe {
  const { status, body: text, bytes } = response
  const headers: Record<string, string> = {}
  for (const name of RECORDED_HEADERS) {
    const value = headerOf(name)
    if (value !== undefined) headers[name] = String(value)
  }
  const isHead = request.method === 'HEAD'
  const isFile = headers['content-disposition'] !== undefined
  const hasText = typeof text === 'string' && !isHead && !isFile && isText(headers['content-type'])
  const body = !hasText ? null : status >= 400 ? withoutTarget(text, sentTarget(request)) : redact(text)
  return { status, headers, body, bytes: isHead ? 0 : bytes }
}

function toRecorded({ status, headers, body, bytes }: Safe): RecordedResponse {
  return { status, headers, body: { text: recorded(body), bytes } }
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
