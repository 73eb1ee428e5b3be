import { setTimeout as sleep } from 'node:timers/promises'
import { readRetryAfter } from '../retry-after.js'
import { ServerUnreachable } from './grade-failed.js'

/** The time limit of a request, in milliseconds. */
const TIMEOUT = 15_000

/** The maximum number of attempts to send a request that a rate limit refuses, and the maximum wait in milliseconds. */
const ATTEMPTS_MAX = 20
const WAIT_MAX = 120_000

export interface Outgoing {
  method: string
  path: string
  /** The bearer token. */
  token?: string | undefined
  json?: object | undefined
}

/**
 * Sends a request to a service. If a rate limit refuses it (429), it is sent again after the time that the response
 * names: the suite and the grade share the limit of their address.
 *
 * @param url the base URL, without a slash at the end
 * @param what the server in messages, such as `the server`
 * @returns the response. It is a 429 if the limit lasts for more than two minutes.
 * @throws ServerUnreachable
 */
export async function send(url: string, what: string, { method, path, token, json }: Outgoing): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(json && { 'content-type': 'application/json' }),
      },
      ...(json && { body: JSON.stringify(json) }),
      signal: AbortSignal.timeout(TIMEOUT),
    }).catch((error: Error) => {
      throw new ServerUnreachable(`Cannot reach ${what} ${url}: ${causeOf(error)}`)
    })
    const wait = readRetryAfter(response.headers.get('retry-after'))
    if (response.status !== 429 || attempt === ATTEMPTS_MAX || wait > WAIT_MAX) return response
    await sleep(wait)
  }
}

function causeOf({ name, message, cause }: Error): string {
  if (name === 'TimeoutError') return `it did not respond within ${TIMEOUT / 1000} seconds`
  return cause instanceof Error ? cause.message || String((cause as NodeJS.ErrnoException).code) : message
}
