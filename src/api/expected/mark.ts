import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyRequest, InjectOptions } from 'fastify'
import type { ExpectedResponse } from './expected-response.js'

/** The dry run of a request. */
export interface DryRun {
  original: FastifyRequest
  /** Receives the response; `null` if there is none. */
  end(response: ExpectedResponse | null): void
}

declare module 'node:http' {
  interface IncomingMessage {
    /** The request whose expected response this one computes. Absent if a client has sent it. */
    dryRun?: DryRun
  }
}

/** The name of the header that marks dry runs. No client can know it. */
export const DRY_RUN_HEADER = `x-dry-run-${randomBytes(16).toString('hex')}`

/** The dry runs that have started, but not yet entered the application, by the value of the header. */
const started = new Map<string, DryRun>()
let last = 0

/** Returns the request to inject. */
export function startDryRun(dryRun: DryRun): InjectOptions {
  const key = String(++last)
  started.set(key, dryRun)
  return { method: dryRun.original.method as 'GET', url: '/', headers: { [DRY_RUN_HEADER]: key }, validate: false }
}

/**
 * Makes a dry run the same as its original. Call it before the request is routed.
 *
 * @param raw a request with `DRY_RUN_HEADER`
 */
export function enterDryRun(raw: IncomingMessage & { originalUrl?: string }): void {
  const key = String(raw.headers[DRY_RUN_HEADER])
  const dryRun = started.get(key) as DryRun
  started.delete(key)
  const { id, originalUrl, raw: source } = dryRun.original
  const { 'accept-encoding': _coding, expect: _expectation, ...headers } = source.headers
  raw.dryRun = dryRun
  raw.url = originalUrl
  raw.originalUrl = originalUrl
  raw.headers = { ...headers, 'x-request-id': id }
  raw.rawHeaders = source.rawHeaders
  raw.httpVersion = source.httpVersion
  // Nothing waits for the rest of its body.
  raw.complete = true
  const { boardId, remoteAddress, remotePort, localAddress, localPort } = source.socket
  const isEncrypted = 'encrypted' in source.socket
  const address = { boardId, remoteAddress, remotePort, localAddress, localPort }
  Object.assign(raw.socket, address, isEncrypted && { encrypted: true })
}
