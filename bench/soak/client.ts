import { Agent, type IncomingMessage, request } from 'node:http'
import { performance } from 'node:perf_hooks'
import { buffer } from 'node:stream/consumers'

/** The maximum time for a response in milliseconds. Slow responses of the buggy variant take up to 5 seconds. */
const RESPONSE_TIMEOUT = 30_000

export interface Reply {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: bodies have many shapes
  json: any
  bytes: Buffer
  milliseconds: number
}

/** Sends one request at a time, over one connection per origin. */
export function createClient() {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })

  async function send(
    url: string,
    method: string,
    body?: Buffer | object,
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const isJson = body !== undefined && !Buffer.isBuffer(body)
    const payload = isJson ? Buffer.from(JSON.stringify(body)) : body
    const start = performance.now()
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = request(url, {
        method,
        agent,
        timeout: RESPONSE_TIMEOUT,
        headers: {
          ...(payload !== undefined && { 'content-length': payload.length }),
          ...(isJson && { 'content-type': 'application/json' }),
          ...headers,
        },
      })
      sent.on('response', resolve)
      sent.on('error', reject)
      sent.on('timeout', () => sent.destroy(new Error(`No response within ${RESPONSE_TIMEOUT} ms: ${method} ${url}`)))
      sent.end(payload)
    })
    const bytes = await buffer(response)
    const hasJson = response.headers['content-type']?.startsWith('application/json') && bytes.length > 0
    return {
      status: response.statusCode ?? 0,
      json: hasJson ? JSON.parse(bytes.toString()) : undefined,
      bytes,
      milliseconds: performance.now() - start,
    }
  }

  return { send, close: () => agent.destroy() }
}
