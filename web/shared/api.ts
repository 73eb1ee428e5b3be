import { TEXTS } from '../texts/en.js'

/** A request that the service has refused, or to which it has not responded. The message is for people. */
export class RequestFailed extends Error {
  constructor(
    message: string,
    /** The messages for single fields of the request. */
    readonly fields: Readonly<Record<string, string>> = {},
  ) {
    super(message)
  }
}

/**
 * Sends a request to the service.
 *
 * @param token a bearer token
 * @returns the JSON of the response
 * @throws RequestFailed
 */
export async function send<Body>(method: string, path: string, json?: object, token?: string): Promise<Body> {
  const response = await fetch(path, {
    method,
    headers: {
      accept: 'application/json',
      ...(json && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(json && { body: JSON.stringify(json) }),
  }).catch(() => {
    throw new RequestFailed(TEXTS.common.unreachable)
  })
  const body = await response.json().catch(() => ({}))
  if (response.ok) return body as Body
  const { message, errors } = body as { message?: string; errors?: Record<string, string> }
  throw new RequestFailed(message ?? TEXTS.common.failed(response.status), errors)
}
