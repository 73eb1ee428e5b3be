import { setTimeout as sleep } from 'node:timers/promises'
import { readRetryAfter } from '../client/retry-after.js'
import { describeFailure, type ServiceRequest, sendRequest } from '../client/send-request.js'
import { ServerUnreachable } from './grade-failed.js'

/** The time limit of a request, in milliseconds. */
const TIMEOUT = 15_000

/** The maximum number of attempts to send a request that a rate limit refuses, and the maximum wait in milliseconds. */
const ATTEMPTS_MAX = 20
const WAIT_MAX = 120_000

export interface Outgoing extends ServiceRequest {
  path: string
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
export async function send(url: string, what: string, { path, ...request }: Outgoing): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const fail = (error: Error): never => {
      throw new ServerUnreachable(`Cannot reach ${what} ${url}: ${describeFailure(error, TIMEOUT)}`)
    }
    const received = await sendRequest(url + path, request, TIMEOUT).catch(fail)
    // The connection can also end within the body.
    const body = await received.arrayBuffer().catch(fail)
    const response = new Response(body.byteLength === 0 ? null : body, received)
    const wait = readRetryAfter(response.headers.get('retry-after'))
    if (response.status !== 429 || attempt === ATTEMPTS_MAX || wait > WAIT_MAX) return response
    await sleep(wait)
  }
}
