import { setTimeout as sleep } from 'node:timers/promises'
import { isObject, parse } from '../contract/parse.js'
import { describeFailure, fetchOnce } from './fetch-once.js'
import { sendPatiently } from './retry-after.js'

/** A request to a service of this kind. */
export interface ServiceRequest {
  method: string
  /** The path below the base URL. */
  path: string
  /** The bearer token. */
  token?: string | undefined
  /** The body. */
  json?: object | undefined
}

/** A complete response. */
export interface ServiceResponse {
  status: number
  text: string
  /** The JSON object in the body; an empty object if there is none. */
  body: Record<string, unknown>
  headers: Headers
}

/** Sends a request to a service. */
export type Send = (request: ServiceRequest) => Promise<ServiceResponse>

/** A board that the caller may manage. */
export interface OwnedBoard {
  id: string
  ownerToken: string
}

/** Returns a request to the management of a board, such as to `PUT /boards/{id}/faults`. */
export function toBoard(method: string, board: OwnedBoard, path = '', json?: object): ServiceRequest {
  return { method, path: `/boards/${board.id}${path}`, token: board.ownerToken, json }
}

/** A server does not respond. The message states the reason in one line. */
export class ServerUnreachable extends Error {}

export interface ServerOptions {
  /** The base URL, without a slash at the end. */
  url: string
  /** The server in messages. */
  what?: 'the server' | 'the board'
  /** The time limit of a request, in milliseconds. */
  timeout: number
  /** The maximum number of attempts to send a request that a rate limit refuses. */
  attempts?: number
  /**
   * Ends the waits between two attempts, and requests that are running. A `POST` that is running is completed, because
   * it can create something that the caller must know.
   */
  signal?: AbortSignal | undefined
}

/** The wait before a `GET` without a response is sent once more, in milliseconds. The server may be restarting. */
const RETRY_WAIT = 250

/**
 * Returns a function that sends requests over HTTP. If a rate limit refuses one (429), it is sent again after the time
 * that the response names. The response is a 429 if the limit lasts longer, or after the last attempt.
 *
 * The function throws `ServerUnreachable`, or the reason of the abort.
 */
export function overHttp({ url, what = 'the server', timeout, attempts = 1, signal }: ServerOptions): Send {
  async function sendOnce(request: ServiceRequest) {
    signal?.throwIfAborted()
    const limit = AbortSignal.timeout(timeout)
    const end = signal === undefined || request.method === 'POST' ? limit : AbortSignal.any([limit, signal])
    const fetched = fetchText(url + request.path, request, end).catch(async (error) => {
      // Failures of the network have a code.
      if (request.method !== 'GET' || end.aborted || error.code === undefined) throw error
      await sleep(RETRY_WAIT, undefined, { signal: end })
      return fetchText(url + request.path, request, end)
    })
    return fetched.catch((error) => {
      signal?.throwIfAborted()
      const reason = limit.aborted ? limit.reason : error
      throw new ServerUnreachable(`Cannot reach ${what} ${url}: ${describeFailure(reason, timeout)}`)
    })
  }
  // After an abort, the next attempt throws its reason.
  const wait = (milliseconds: number) => sleep(milliseconds, undefined, { signal }).catch(() => {})
  return async (request) => {
    const response = await sendPatiently(() => sendOnce(request), attempts, wait)
    const body = parse(response.text)
    return { ...response, body: isObject(body) ? body : {} }
  }
}

/** Sends a request, and reads the response. To follow a redirect, such as that to `https`, could lose the token or the body. */
async function fetchText(url: string, { method, token, json }: ServiceRequest, signal: AbortSignal) {
  const response = await fetchOnce(url, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(json && { 'content-type': 'application/json' }),
    },
    ...(json && { body: JSON.stringify(json) }),
    signal,
  })
  const location = response.headers.get('location')
  if (location !== null && response.status >= 300 && response.status <= 399) {
    await response.body?.cancel()
    throw new Error(`it redirects to ${new URL(location, url)}`)
  }
  // `response.text()` would remove the byte order mark of an export.
  const text = Buffer.from(await response.arrayBuffer()).toString()
  return { status: response.status, headers: response.headers, text }
}

/**
 * Whether a response refuses a request temporarily, because of a limit or an outage. A proxy can send it, so it says
 * nothing about the server behind the proxy.
 */
export function isRefusedForNow({ status }: ServiceResponse): boolean {
  return status === 429 || status >= 500
}

/** Describes a response that refuses a request, such as `400: Validation failed; name: must be text`. */
export function describeRefusal({ status, body: { message, errors } }: ServiceResponse): string {
  const details = Object.entries(errors ?? {}).map(([field, problem]) => `; ${field}: ${problem}`)
  return `${status}: ${message ?? 'no message'}${details.join('')}`
}
