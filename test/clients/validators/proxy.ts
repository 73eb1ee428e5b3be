import { once } from 'node:events'
import { createServer, type IncomingMessage, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { startProgram } from '../programs.ts'
import type { Exchange, Verdict } from './judge.ts'
import type { Validator } from './validators.ts'

/** Headers that concern one connection (RFC 9110, section 7.6.1). */
const HOP_BY_HOP = ['connection', 'keep-alive', 'transfer-encoding', 'upgrade']

type Headers = [name: string, value: string][]

/** What a validator gets: a request to a document, and its response. The bodies are base64. */
interface Question {
  /** The base path of the document. */
  base: string
  method: string
  /** The path of the request with its query, as sent. */
  target: string
  request: { headers: Headers; body: string }
  status: number
  response: { headers: Headers; body: string }
}

interface Proxy {
  address: string
  /** Ends the proxy, and returns the requests that it has seen. */
  stop(): Promise<Exchange[]>
}

/**
 * Starts a proxy that has a validator judge each request to a document and its response, before the client gets it.
 *
 * @param service the URL of the service
 * @param bases the base paths of the documents with which it validates
 * @throws if the validator refuses a document
 */
export async function startProxy({ folder, start }: Validator, service: string, bases: string[]): Promise<Proxy> {
  const program = startProgram<unknown, Verdict>([...start, service], join(import.meta.dirname, folder))
  const documents = bases.map(async (base) => [base, await (await fetch(`${service}${base}/openapi.json`)).json()])
  await program.ask(Object.fromEntries(await Promise.all(documents)))

  const exchanges: Exchange[] = []
  const server = createServer({ maxHeaderSize: 2 ** 20, requireHostHeader: false }, async (request, response) => {
    const { method = '', url: target = '' } = request
    const body = await buffer(request)
    const headers = headersOf(request)
    const forwarded = send(service, { method, path: target, headers: headers.flat(), setHost: false }).end(body)
    const [received] = (await once(forwarded, 'response')) as [IncomingMessage]
    const content = await buffer(received)
    const { statusCode: status = 0, statusMessage } = received
    const base = bases.find((base) => target.startsWith(`${base}/`))
    if (base !== undefined) {
      const plain = received.headers['content-encoding'] === 'gzip' ? gunzipSync(content) : content
      const question: Question = {
        ...{ base, method, target, status },
        request: { headers, body: body.toString('base64') },
        response: { headers: headersOf(received), body: plain.toString('base64') },
      }
      const isJson = request.headers['content-type']?.startsWith('application/json')
      const bodies = status === 400 && { error: String(plain), ...(isJson && { sent: String(body) }) }
      exchanges.push({ base, method, target, status, ...bodies, ...(await program.ask(question)) })
    }
    response.writeHead(status, statusMessage, headersOf(received).flat()).end(content)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.close()
      server.closeAllConnections()
      await program.stop()
      return exchanges
    },
  }
}

/** Returns the headers of a message that are not only for its connection. */
function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers: Headers = []
  for (let index = 0; index < rawHeaders.length; index += 2) {
    headers.push([rawHeaders[index] ?? '', rawHeaders[index + 1] ?? ''])
  }
  return headers.filter(([name]) => !HOP_BY_HOP.includes(name.toLowerCase()))
}
