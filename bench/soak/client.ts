import { Agent, request } from 'node:http'
import { performance } from 'node:perf_hooks'

export interface Reply {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
  json: any
  bytes: Buffer
  milliseconds: number
}

/** Sends one request after the other over one connection for each origin. */
export function createClient() {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })

  function send(url: string, method: string, body?: Buffer | object, headers: Record<string, string> = {}) {
    const payload = body === undefined || Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body))
    const start = performance.now()
    return new Promise<Reply>((resolve, reject) => {
      const sent = request(
        url,
        {
          method,
          agent,
          headers: {
            ...(payload !== undefined && { 'content-length': payload.length }),
            ...(payload !== undefined && !Buffer.isBuffer(body) && { 'content-type': 'application/json' }),
            ...headers,
          },
        },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk) => chunks.push(chunk))
          response.on('error', reject)
          response.on('end', () => {
            const bytes = Buffer.concat(chunks)
            const isJson =
              response.headers['content-type']?.startsWith('application/json') && bytes.length > 0
            resolve({
              status: response.statusCode ?? 0,
              json: isJson ? JSON.parse(bytes.toString()) : undefined,
              bytes,
              milliseconds: performance.now() - start,
            })
          })
        },
      )
      sent.on('error', reject)
      sent.end(payload)
    })
  }

  return { send, close: () => agent.destroy() }
}
