/** A request to a service of this kind. */
export interface ServiceRequest {
  method: string
  /** The bearer token. */
  token?: string | undefined
  /** The body. */
  json?: object | undefined
}

/**
 * Sends a request to a service.
 *
 * @param timeout the time limit of the request, in milliseconds
 * @throws the error of `fetch`. `describeFailure` explains it.
 */
export function sendRequest(url: string, { method, token, json }: ServiceRequest, timeout: number): Promise<Response> {
  return fetch(url, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(json && { 'content-type': 'application/json' }),
    },
    ...(json && { body: JSON.stringify(json) }),
    signal: AbortSignal.timeout(timeout),
  })
}

/**
 * Explains why a request has no response.
 *
 * @param timeout the time limit of the request, in milliseconds
 */
export function describeFailure({ name, message, cause }: Error, timeout: number): string {
  if (name === 'TimeoutError') return `it did not respond within ${timeout / 1000} seconds`
  return cause instanceof Error ? cause.message || String((cause as NodeJS.ErrnoException).code) : message
}

/**
 * Whether a response refuses a request for the moment, because of a limit or an outage. A proxy can send it, so it says
 * nothing about the server behind the proxy.
 */
export function isRefusedForNow({ status }: Response): boolean {
  return status === 429 || status >= 500
}
