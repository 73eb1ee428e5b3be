import { common } from '../texts/en/common.js'
import { noteServerTime } from './server-clock.js'

/** A request that has failed: an error response, or no response. The message is shown to the user. */
export class RequestFailed extends Error {
  constructor(
    message: string,
    /** The messages for single fields of the request. */
    readonly fields: Readonly<Record<string, string>> = {},
    /** The status of the response; 0 if there was none. */
    readonly status = 0,
  ) {
    super(message)
  }

  /** Returns the message for a field, or for an item of it if the field is a list; `undefined` if it is valid. */
  problemOf(field: string): string | undefined {
    return Object.entries(this.fields).find(([key]) => key === field || key.startsWith(`${field}[`))?.[1]
  }
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
  const response = await fetch(path, {
    method,
    headers: {
      ...headers,
      ...(as === 'json' && { accept: 'application/json' }),
      ...(json && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(json && { body: JSON.stringify(json) }),
  }).catch(() => {
    throw new RequestFailed(common.unreachable)
  })
  noteServerTime(response)
  if (response.ok && as === 'blob') return (await response.blob()) as Body
  const body = await response.json().catch(() => ({}))
  if (response.ok) return body as Body
  const { message, errors } = body as { message?: string; errors?: Record<string, string> }
  throw new RequestFailed(message ?? common.failed(response.status), errors, response.status)
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
