import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/** The responses to requests whose clients wait for `100 Continue` before they send the body. */
const waiting = new WeakMap<IncomingMessage, ServerResponse>()

/**
 * Sends `100 Continue` when the service begins to read a body, and not when the headers have arrived, as Node does. A
 * client that sends `Expect: 100-continue` learns that its body is refused before it sends it (RFC 9110, section
 * 10.1.1).
 */
export function continueLate(server: Server): void {
  server.on('checkContinue', (request, response) => {
    if (hasContent(request)) waiting.set(request, response)
    else response.writeContinue()
    server.emit('request', request, response)
  })
}

/** Sends `100 Continue` if the client waits for it. Call it before the body is read. */
export function sendContinue(request: IncomingMessage): void {
  const response = waiting.get(request)
  waiting.delete(request)
  if (response?.headersSent === false) response.writeContinue()
}

/**
 * Refuses a body without `100 Continue`. The client may or may not send it, so the connection cannot be used again. Node
 * sends `Connection: close` by itself, but only if no other part of the service sets this header.
 */
export function refuseContinue(request: IncomingMessage): void {
  const response = waiting.get(request)
  if (response === undefined) return
  waiting.delete(request)
  response.shouldKeepAlive = false
}

/** Whether an HTTP/1.1 request expects anything but `100-continue`. */
export function hasUnknownExpectation({ headers: { expect = '' }, httpVersion }: IncomingMessage): boolean {
  if (expect === '' || httpVersion !== '1.1') return false
  return expect.split(',').some((member) => !['', '100-continue'].includes(member.trim().toLowerCase()))
}

/** Whether a request has content, according to its headers (RFC 9112, section 6.3). */
export function hasContent({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || announcedLength(headers) > 0
}

/** Returns the length of a body in bytes that the client has announced; 0 if it has announced none. */
export function announcedLength({ 'content-length': length = '0' }: IncomingMessage['headers']): number {
  return Number(length)
}
