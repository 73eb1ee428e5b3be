import type { ServerResponse } from 'node:http'
import { endConnection } from '../end-connection.js'
import type { Fault } from '../fault.js'

export const truncatedBody: Fault = {
  name: 'truncated-body',
  part: 'body',
  rate: 0,
  scope: 'successful responses with JSON',
  effect: 'The connection closes before the end of the body. The operation has run.',
  hidesContent: true,
  send(reply, text, draw) {
    const { request, raw } = reply
    // The body is cut before it would be compressed, so that the journal has what the client received.
    delete request.raw.headers['accept-encoding']
    const isChunked = draw.index('form', 2) === 0
    announce(raw, isChunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': Buffer.byteLength(text) })
    raw.end = (start?: unknown) => {
      raw.write(start, () => endConnection(reply, 'close'))
      return raw
    }
    return cut(text, 1 + draw.index('kept', text.length - 1))
  },
}

/** Changes the header that says where the body ends. */
function announce(raw: ServerResponse, framing: Record<string, unknown>): void {
  const writeHead = raw.writeHead as (status: number, headers: object) => ServerResponse
  raw.writeHead = (status: number, sent: unknown) => {
    const { 'content-length': _, ...headers } = sent as Record<string, unknown>
    return writeHead.call(raw, status, { ...headers, ...framing })
  }
}

/** Returns the start of a text, without half of a character. */
function cut(text: string, length: number): string {
  const start = text.slice(0, length)
  return start.isWellFormed() ? start : start.slice(0, -1)
}
