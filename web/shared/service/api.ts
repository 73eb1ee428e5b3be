import { common } from '../../texts/en/common.js'
import { noteServerTime } from './server-clock.js'

/**
 * The time in milliseconds after which a request without a complete response has failed. A connection can end unnoticed,
 * for example while a laptop sleeps. The service itself waits for its database for up to 25 seconds.
 */
export const RESPONSE_MAX = 30_000

/** A request that has failed: an error response, or no response. The message is shown to the user. */
export class RequestFailed extends Error {
  constructor(
    message: string,
    /** The messages for single fields of the request. */
    readonly fields: Readonly<Record<string, string>> = {},
    /** The status of the response; 0 if there was none. */
    readonly status = 0,
    /** Whether the service may have carried out the request although there is no response. */
    readonly isUnknown = false,
  ) {
    super(message)
  }

  /** Returns the message for a field, or for an item of it if the field is a list; `undefined` if it is valid. */
  problemOf(field: string): string | undefined {
    return Object.entries(this.fields).find(([key]) => key === field || key.startsWith(`${field}[`))?.[1]
  }
}

/**
 * Returns the failure of a request without a complete response. The service may have carried out a request that changes
 * something, unless the browser knows that it is offline.
 */
export function noResponse(method: string): RequestFailed {
  const isUnknown = !['GET', 'HEAD'].includes(method) && navigator.onLine
  return new RequestFailed(isUnknown ? common.unknown : common.unreachable, {}, 0, isUnknown)
}

export interface SendOptions {
  json?: object | undefined
  /** A bearer token. */
  token?: string | undefined
  headers?: Record<string, string>
  /** The type of the response body. The default is `json`. */
  as?: 'json' | 'blob'
}

/**
 * Sends a request to the service.
 *
 * @returns the body of the response
 * @throws RequestFailed
 */
export async function send<Body>(method: string, path: string, options: SendOptions = {}): Promise<Body> {
  const { json, token, headers, as = 'json' } = options
  const fail = () => {
    throw noResponse(method)
  }
  const response = await fetch(path, {
    method,
    signal: AbortSignal.timeout(RESPONSE_MAX),
    headers: {
      ...headers,
      ...(as === 'json' && { accept: 'application/json' }),
      ...(json && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(json && { body: JSON.stringify(json) }),
  }).catch(fail)
  noteServerTime(response)
  if (response.ok && as === 'blob') return (await response.blob().catch(fail)) as Body
  const body = parse(await response.text().catch(fail))
  if (response.ok) return body as Body
  const { message, errors } = body as { message?: string; errors?: Record<string, string> }
  throw new RequestFailed(message ?? common.failed(response.status), errors, response.status)
}

/** Returns the JSON value in a text, or an empty object for other texts. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

/**
 * Replaces the message of a 401 with one for users of the page.
 *
 * @throws RequestFailed
 */
export async function explain401<Result>(request: Promise<Result>, message: string): Promise<Result> {
  try {
    return await request
  } catch (error) {
    if (error instanceof RequestFailed && error.status === 401) throw new RequestFailed(message, {}, 401)
    throw error
  }
}
