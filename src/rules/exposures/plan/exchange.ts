import { parse } from '../../../contract/parse.js'
import type { RecordedBody, RecordedRequest, RecordedResponse } from '../../expected-vs-actual/exchange.js'

/** A recorded request, and what its sender sees of its response. */
export interface RecordedExchange {
  readonly method: string
  /** The path below the base URL of the board, with the query. Its secrets are replaced. */
  readonly path: string
  /** The request. The secrets in its body are replaced. */
  readonly request: RecordedRequest
  readonly response?: RecordedResponse
  /** What the service shows about the faults of the response. */
  readonly evidence?: {
    readonly changed: readonly string[]
    readonly expected?: RecordedResponse
    readonly difference: readonly { readonly kind: string; readonly expected?: unknown }[]
  }
  /** Whether the response can have faults that an exercise hides. Then a test has only what its sender sees. */
  readonly isHidden: boolean
}

/**
 * Why an exchange is not made a test: the request belongs to no variant; clients for tests do not send it; a body is not
 * recorded completely; a secret is not recorded; a text looks like a reference to another response; the response is a
 * failure, and the correct one is not known; the only fault is a delay; or the parts of a refused upload are not recorded.
 */
export type Refusal = 'no-variant' | 'not-sendable' | 'cut' | 'redacted' | 'reference' | 'failed' | 'delay' | 'parts'

/** The correct response, as far as it is known. */
export interface Target {
  readonly status: number
  /** `undefined` if the response has no body. */
  readonly mediaType: string | undefined
  readonly body: RecordedBody
  /** The text of the body that was received instead, if it is another one. */
  readonly received?: string | null
  /** Whether it is known to be correct, or nothing is hidden. */
  readonly isTrusted: boolean
}

/** Faults that no test of the content sees. */
const DELAYS = ['slow-response', 'slow-body', 'overload']

/** Returns the faults that a test of the content sees. */
export function visibleFaults({ evidence }: RecordedExchange): readonly string[] {
  return evidence?.changed.filter((fault) => !DELAYS.includes(fault)) ?? []
}

/** Finds out what the response should be. */
export function targetOf(exchange: RecordedExchange): Target | Refusal {
  const { response, evidence, isHidden } = exchange
  const faults = visibleFaults(exchange)
  if (faults.length === 0 && (evidence?.changed.length ?? 0) > 0) return 'delay'
  if (evidence?.difference.some(({ kind }) => kind === 'unknown')) return 'failed'
  const { expected } = evidence ?? {}
  const seen = faults.length > 0 ? expected : (expected ?? response)
  if (seen === undefined || seen.status === 429 || seen.status === 444 || seen.status >= 499) return 'failed'
  if (isCut(seen.body) && isJson(seen.headers['content-type'])) return 'cut'
  const isTrusted = evidence !== undefined || !isHidden
  const received = expected && response && { received: response.body.text }
  return { status: seen.status, mediaType: seen.headers['content-type'], body: seen.body, isTrusted, ...received }
}

/** Whether only a part of a body is recorded. Secrets that were replaced change the length of a text. */
export function isCut({ text, bytes }: RecordedBody): boolean {
  if (text === null) return bytes > 0
  return new TextEncoder().encode(text).length < bytes && parse(text) === undefined
}

export function isJson(mediaType: string | null | undefined): boolean {
  return /^application\/json\b/i.test(mediaType ?? '')
}
