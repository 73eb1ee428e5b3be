import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyRequest, InjectOptions } from 'fastify'
import type { ExpectedResponse } from './expected-response.js'

/** The rehearsal of a request. */
export interface Rehearsal {
  original: FastifyRequest
  /** Receives the response; `null` if there is none. */
  end(response: ExpectedResponse | null): void
}

declare module 'node:http' {
  interface IncomingMessage {
    /** What this request rehearses. Absent if a client has sent it. */
    rehearsal?: Rehearsal
  }
}

/** The name of the header that marks rehearsals. No client can know it. */
export const REHEARSAL_HEADER = `x-rehearsal-${randomBytes(16).toString('hex')}`

/** The rehearsals that have started, but not yet entered the application, by the value of the header. */
const started = new Map<string, Rehearsal>()
let last = 0

/** Returns the request to inject. */
export function startRehearsal(rehearsal: Rehearsal): InjectOptions {
  const key = String(++last)
  started.set(key, rehearsal)
  return { method: rehearsal.original.method as 'GET', url: '/', headers: { [REHEARSAL_HEADER]: key }, validate: false }
}

/**
 * Makes a rehearsal the same as its original. Call it before the request is routed.
 *
 * @param raw a request with `REHEARSAL_HEADER`
 */
export function enterRehearsal(raw: IncomingMessage & { originalUrl?: string }): void {
  const key = String(raw.headers[REHEARSAL_HEADER])
  const rehearsal = started.get(key) as Rehearsal
  started.delete(key)
  const { id, originalUrl, raw: source } = rehearsal.original
  const { 'accept-encoding': _coding, expect: _expectation, ...headers } = source.headers
  raw.rehearsal = rehearsal
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
