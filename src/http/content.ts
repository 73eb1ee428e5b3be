import type { IncomingMessage } from 'node:http'

/** Whether a request has content, according to its headers (RFC 9112, section 6.3). */
export function hasContent({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || announcedLength(headers) > 0
}

/** Returns the length of a body in bytes that the client has announced; 0 if it has announced none. */
export function announcedLength({ 'content-length': length = '0' }: IncomingMessage['headers']): number {
  return Number(length)
}

/** Whether a request has a JSON body, according to its media type. */
export function hasJsonType({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['content-type']?.toLowerCase().startsWith('application/json') === true
}
