import { common } from '../texts/en/common.js'

/** A request that the service has refused, or to which it has not responded. The message is for people. */
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
}

export interface SendOptions {
  json?: object | undefined
  /** A bearer token. */
  token?: string | undefined
  headers?: Record<string, string>
}

/**
 * Sends a request to the service.
 *
 * @returns the JSON of the response
 * @throws RequestFailed
 */
export async function send<Body>(method: string, path: string, options: SendOptions = {}): Promise<Body> {
  const { json, token, headers } = options
  const response = await fetch(path, {
    method,
    headers: {
      ...headers,
      accept: 'application/json',
      ...(json && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(json && { body: JSON.stringify(json) }),
  }).catch(() => {
    throw new RequestFailed(common.unreachable)
  })
  const body = await response.json().catch(() => ({}))
  if (response.ok) return body as Body
  const { message, errors } = body as { message?: string; errors?: Record<string, string> }
  throw new RequestFailed(message ?? common.failed(response.status), errors, response.status)
}
