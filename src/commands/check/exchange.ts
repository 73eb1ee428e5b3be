import { describeFailure } from '../../app/fetch-once.js'
import { sendPatiently } from '../../app/retry-after.js'
import { CommandFailed, EXIT_CODES } from '../../contract/command-failed.js'
import { parse } from '../../contract/parse.js'

/** A JSON value of a response, whose shape nobody has checked. */
// biome-ignore lint/suspicious/noExplicitAny: checks read responses of every shape, and a wrong shape fails the check
export type Json = any

/** A response. `json` is the body, whatever its media type; `undefined` if it is not JSON. */
export type Reply = Awaited<ReturnType<typeof sendOnce>>

/** A request and its response, for reports. */
export interface Exchange {
  request: Outgoing & { body?: string }
  /** Absent if there was no response. */
  response?: { status: number; headers: Record<string, string>; body: string; milliseconds: number }
}

/** Sends a request. It has the type of `fetch`, so that tests can replace the network. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** The implementation cannot be checked. */
export class Unreachable extends CommandFailed {
  constructor(message: string) {
    super(message, EXIT_CODES.unreachable)
  }
}

/** There was no complete response to a request. */
export class NoResponse extends Unreachable {}

/** The implementation limits requests for so long that it cannot be checked. */
export class Limited extends Unreachable {}

/** A response breaks a rule. */
export class Mismatch extends Error {
  constructor(
    readonly expected: unknown,
    readonly actual: unknown,
    /** Whether the response lacks something that the check reads. */
    readonly isOtherShape = false,
  ) {
    super('The response breaks the rule')
  }
}

/** The maximum size of a response that is read. */
const RESPONSE_BYTES_MAX = 32 * 1_048_576
/** The maximum length of a body in a report. */
const REPORTED_BODY_MAX = 2000

/** The maximum number of attempts to send a request that a rate limit refuses. */
const ATTEMPTS_MAX = 10
/** Sends requests, and waits. Tests replace both. */
export interface Network {
  fetch: Fetch
  /** The maximum time of a request in milliseconds. */
  timeout: number
  /** Waits for a number of milliseconds, because the implementation limits requests. */
  wait(milliseconds: number): Promise<unknown>
}

/** A request that is ready to send. */
export interface Outgoing {
  method: string
  url: string
  headers: Record<string, string>
  body?: string | Buffer
}

/**
 * Sends a request and records it. If a rate limit refuses it, it is sent again, so that a limit never counts as a wrong
 * response.
 *
 * @param exchanges gets the request and its response
 * @throws NoResponse if the response is not complete in time or is too large
 * @throws Limited if the limit still refuses the request after several attempts
 */
export async function exchange(network: Network, outgoing: Outgoing, exchanges: Exchange[]): Promise<Reply> {
  const reply = await sendPatiently(() => sendOnce(network, outgoing, exchanges), ATTEMPTS_MAX, network.wait)
  if (reply.status !== 429) return reply
  const { method, url } = outgoing
  const reason = reply.json?.message ?? reply.text.slice(0, 200)
  throw new Limited(`${method} ${url} returns 429 (${reason}). Raise the rate limits of the server`)
}

async function sendOnce({ fetch, timeout }: Network, { method, url, headers, body }: Outgoing, exchanges: Exchange[]) {
  const recorded: Exchange = { request: { method, url, headers: maskToken(headers) } }
  if (body !== undefined) recorded.request.body = shorten(maskPassword(String(body)))
  exchanges.push(recorded)
  const start = performance.now()
  try {
    const signal = AbortSignal.timeout(timeout)
    const response = await fetch(url, { method, headers, body: body ?? null, redirect: 'manual', signal })
    const bytes = await readBody(response)
    // The time until the body was complete.
    const milliseconds = Math.round(performance.now() - start)
    const text = bytes.toString()
    const { status, headers: received } = response
    recorded.response = { status, headers: Object.fromEntries(received), body: shorten(text), milliseconds }
    return { status, headers: received, bytes, text, json: parse<Json>(text), milliseconds }
  } catch (error) {
    throw new NoResponse(describe(error, timeout))
  }
}

async function readBody(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk)
    size += chunk.length
    if (size > RESPONSE_BYTES_MAX) throw new Error('the response is too large')
  }
  return Buffer.concat(chunks)
}

function describe(error: unknown, timeout: number): string {
  if (!(error instanceof Error)) return 'There is no response'
  if (error.name === 'TimeoutError') return `There is no complete response within ${timeout} ms`
  const cause: NodeJS.ErrnoException = error.cause instanceof Error ? error.cause : error
  const hint =
    cause.code === 'ENOTFOUND' ? '. Not every system resolves <name>.localhost: use a base URL with a path' : ''
  return `There is no complete response: ${describeFailure(cause, timeout)}${/\.localhost\b/.test(cause.message) ? hint : ''}`
}

function maskToken({ authorization, ...headers }: Record<string, string>): Record<string, string> {
  return authorization === undefined ? headers : { ...headers, authorization: `${authorization.slice(0, 16)}…` }
}

function maskPassword(body: string): string {
  return body.replace(/("password":)"(?:[^"\\]|\\.)*"/, '$1"…"')
}

function shorten(text: string): string {
  return text.length > REPORTED_BODY_MAX ? `${text.slice(0, REPORTED_BODY_MAX)}… (${text.length} characters)` : text
}
