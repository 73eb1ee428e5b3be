/** A request to a service of this kind. */
export interface ServiceRequest {
  method: string
  /** The bearer token. */
  token?: string | undefined
  /** The body. */
  json?: object | undefined
}

/**
 * Sends a request to a service. A redirect, such as that from `http` to `https`, is an error if following it would lose
 * the token or turn a `POST` into a `GET`.
 *
 * @param timeout the time limit of the request, in milliseconds
 * @throws the error of `fetch`, or that of a redirect. `describeFailure` explains it.
 */
export async function sendRequest(
  url: string,
  { method, token, json }: ServiceRequest,
  timeout: number,
): Promise<Response> {
  const response = await fetch(url, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(json && { 'content-type': 'application/json' }),
    },
    ...(json && { body: JSON.stringify(json) }),
    redirect: token === undefined && method !== 'POST' ? 'follow' : 'manual',
    signal: AbortSignal.timeout(timeout),
  })
  const location = response.headers.get('location')
  if (location === null || response.status < 300 || response.status > 399) return response
  await response.body?.cancel()
  throw new Error(`it redirects to ${new URL(location, url)}`)
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
