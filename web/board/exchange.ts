import { RequestFailed } from '../shared/api.js'
import { BASE_PATH } from '../shared/base-path.js'
import type { Variant } from '../shared/variants.js'
import { board as texts } from '../texts/en/board.js'
import { common } from '../texts/en/common.js'

/** A request that the user has sent, and its response. */
export interface Exchange {
  method: string
  /** The path from the origin, with the query. */
  path: string
  /** The JSON of the request body. */
  json?: object | undefined
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

export interface UserRequest {
  variant: Variant
  method: string
  /** The path below the base path of the variant. */
  path: string
  json?: object | undefined
  token?: string | undefined
}

/** A response with its body as bytes. */
export interface Received {
  status: number
  requestId: string | null
  bytes: Blob
}

/** Returns the path of an operation of a variant. */
export function pathOf(variant: Variant, path: string): string {
  return `${BASE_PATH}/api/${variant}${path}`
}

/**
 * Sends a request for the user.
 *
 * @param record is called with the exchange, even if the request has failed
 * @throws RequestFailed if there is no response, or if it is an error
 */
export async function exchange(
  request: UserRequest,
  record: (exchange: Omit<Exchange, 'time'>) => void,
): Promise<Received> {
  const { variant, method, json, token } = request
  const path = pathOf(variant, request.path)
  const start = performance.now()
  try {
    const response = await fetch(path, {
      method,
      headers: { ...authorization(token), ...(json && { 'content-type': 'application/json' }) },
      ...(json && { body: JSON.stringify(json) }),
    })
    const bytes = await response.blob()
    const { status } = response
    const requestId = response.headers.get('x-request-id')
    const duration = performance.now() - start
    record({ method, path, json, status, requestId, duration, body: await textOf(bytes) })
    return await requireSuccess({ status, requestId, bytes })
  } catch (error) {
    if (error instanceof RequestFailed) throw error
    record({ method, path, json, status: undefined, requestId: null, duration: performance.now() - start })
    throw new RequestFailed(common.unreachable)
  }
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
