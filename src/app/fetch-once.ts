import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { Readable } from 'node:stream'

/**
 * Sends a request over a connection of its own, and does not follow redirects. In Node.js 20, `fetch` waits until the end
 * of the signal if the server closes each connection at once.
 *
 * @throws the reason of the signal, or an error that `describeFailure` describes
 */
export async function fetchOnce(url: string, init: RequestInit): Promise<Response> {
  const { method = 'GET', headers, body } = init
  const signal = init.signal as AbortSignal
  const { request } = url.startsWith('https:') ? https : http
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { method, headers: { accept: '*/*', ...(headers as object) }, signal, agent: false })
      .once('error', (error) => reject(signal.aborted ? signal.reason : error))
      .once('response', resolve)
      .end(body ?? undefined)
  })
  // These responses cannot have a body.
  const hasBody = ![204, 205, 304].includes(response.statusCode as number)
  return new Response(hasBody ? (Readable.toWeb(response) as ReadableStream) : null, {
    status: response.statusCode as number,
    headers: response.headers as Record<string, string>,
  })
}

/**
 * Explains in one line why a request has no complete response.
 *
 * @param error the error of `fetch` or of `fetchOnce`
 * @param timeout the time limit in milliseconds
 */
export function describeFailure(error: Error, timeout: number): string {
  if (error.name === 'TimeoutError') return `it did not respond within ${timeout / 1000} seconds`
  const { code = '', message } = (error.cause instanceof Error ? error.cause : error) as NodeJS.ErrnoException
  if (/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/.test(code)) return 'it closed the connection without a complete response'
  if (code.startsWith('HPE_')) return 'its response is not HTTP; the URL may have to start with https'
  if (/^(EPROTO|ERR_SSL_)/.test(code)) return 'it does not use TLS as required; the URL may have to start with http'
  return message || code
}
