import { noResponse, RESPONSE_MAX, RequestFailed } from '../../shared/service/api.js'
import { BASE_PATH } from '../../shared/service/base-path.js'
import type { Variant } from '../../shared/service/variants.js'
import { board as texts } from '../../texts/en/board.js'
import { common } from '../../texts/en/common.js'

/** The methods that the service has operations for, and those that a client may try. */
export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const

/** A file of an upload. */
export interface SentFile {
  name: string
  mediaType: string
  /** In bytes. */
  size: number
}

/** The body of a request. */
export interface SentBody {
  mediaType: string | null
  text: string | null
  /** The length in bytes; absent if the text is whole. */
  bytes?: number
  files?: readonly SentFile[] | undefined
}

/** A request that the user has sent, and its response. */
export interface Exchange {
  method: string
  /** The path from the origin, with the query. */
  path: string
  /** The body of the request. */
  sent?: SentBody | undefined
  /** The headers of the response that belong to the operation, by name in lower case. */
  headers: Record<string, string>
  /** The size of the body of the response in bytes. */
  size: number
  /** The status of the response; `undefined` if there was none. */
  status: number | undefined
  /** The end of the exchange, in milliseconds since the start of the page. */
  time: number
  /** The duration in milliseconds. */
  duration: number
  /** The `X-Request-Id` of the response. */
  requestId: string | null
  /** The body of the response, if it is text. */
  body?: string | undefined
}

/** A request to a variant. */
export interface RawRequest {
  variant: Variant
  method: string
  /** The path below the base path of the variant. */
  path: string
  mediaType: string | null
  /** The body; `null` if there is none. */
  text: string | null
}

export interface UserRequest extends RawRequest {
  token?: string | undefined
}

/** A response with its body as bytes. */
export interface Received {
  status: number
  requestId: string | null
  bytes: Blob
}

/** The headers of responses that the page shows. */
const HEADERS = ['content-type', 'location', 'allow', 'retry-after', 'www-authenticate', 'preference-applied']

/** Whether a request has chosen the faults of its response, which then cannot be reported. */
export function isChosen({ headers }: { headers: Readonly<Record<string, string>> }): boolean {
  return headers['preference-applied'] !== undefined
}

/** What the page records of a request without a response. */
export const NO_RESPONSE = { status: undefined, headers: {}, size: 0, requestId: null }

/** Returns the path of an operation of a variant. */
export function pathOf(variant: Variant, path: string): string {
  return `${BASE_PATH}/api/${variant}${path}`
}

/**
 * Sends a request for the user.
 *
 * @param record is called with the exchange, even if there is no response
 * @throws RequestFailed if there is no response
 */
export async function exchange(
  request: UserRequest,
  record: (exchange: Omit<Exchange, 'time'>, token?: string) => void,
): Promise<Received> {
  const { variant, method, mediaType, text, token } = request
  const sent = text === null ? undefined : { mediaType, text }
  const path = pathOf(variant, request.path)
  const start = performance.now()
  try {
    const response = await fetch(path, {
      method,
      signal: AbortSignal.timeout(RESPONSE_MAX),
      headers: { ...authorization(token), ...(sent?.mediaType && { 'content-type': sent.mediaType }) },
      // For a text, `fetch` would add a media type.
      ...(sent && { body: new TextEncoder().encode(sent.text) }),
    })
    const bytes = await response.blob()
    const { status } = response
    const requestId = response.headers.get('x-request-id')
    const duration = performance.now() - start
    const headers = pickHeaders((name) => response.headers.get(name))
    const body = await textOf(bytes)
    record({ method, path, sent, status, headers, size: bytes.size, requestId, duration, body }, token)
    return { status, requestId, bytes }
  } catch {
    const duration = performance.now() - start
    record({ method, path, sent, ...NO_RESPONSE, duration })
    throw noResponse(method)
  }
}

/** Returns the headers of a response that the page shows. */
export function pickHeaders(read: (name: string) => string | null): Record<string, string> {
  return Object.fromEntries(
    HEADERS.flatMap((name) => {
      const value = read(name)
      return value === null ? [] : [[name, value]]
    }),
  )
}

/** Returns the text of a response; `undefined` if the media type is not JSON. */
export async function textOf(bytes: Blob): Promise<string | undefined> {
  return bytes.type.startsWith('application/json') ? bytes.text() : undefined
}

/**
 * Returns the JSON of a response.
 *
 * @throws RequestFailed if it is none
 */
export async function readJson(received: Received): Promise<unknown> {
  const text = await received.bytes.text()
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    throw new RequestFailed(texts.unreadable(received.status), {}, received.status)
  }
}

/** @throws RequestFailed with the message of the API, if the response is an error */
export async function requireSuccess(received: Received): Promise<Received> {
  const { status, bytes } = received
  if (status < 400) return received
  const body = await bytes
    .text()
    .then(JSON.parse)
    .catch(() => undefined)
  throw new RequestFailed(body?.message ?? common.failed(status), body?.errors, status)
}

export function authorization(token: string | undefined): Record<string, string> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` }
}
