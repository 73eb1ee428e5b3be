import { once } from 'node:events'
import type { IncomingMessage, Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { Test } from 'tap'
import { failOnBreaches } from './contract.js'
import { type Reply, readReply, replyOf, type Service, type ServiceOptions, startService } from './helper.js'
import type { Mount } from './mount.js'

/** The headers of a request with JSON. */
export const JSON_TYPE = { 'Content-Type': 'application/json' }

/** A connection over which a test can write any bytes. */
export interface Connection {
  write(data: string | Buffer): void
  /**
   * Returns the next response, without a body for HEAD, or `undefined` if the connection closes first.
   * It is checked against the contract.
   */
  response(method?: string): Promise<Reply | undefined>
  /** Resolves when the service has closed the connection. */
  closed: Promise<unknown>
  /** Closes the connection. */
  destroy(): void
}

export interface ListeningService extends Service {
  origin: string
  /** Sends a request with `fetch`, and checks the response against the contract. */
  fetch(path: string, init?: RequestInit): Promise<Reply>
  /** Opens a connection; the test's end closes it. */
  connect(): Promise<Connection>
  /** Sends bytes over a new connection, and returns the first response. */
  exchange(...data: (string | Buffer)[]): Promise<Reply>
}

/** Starts the service, or uses a shared one (`startService`), and listens. */
export async function startListening(t: Test, options: ServiceOptions = {}): Promise<ListeningService> {
  const service = await startService(t, options)
  const { app } = service
  const { server } = app
  const origin = server.listening ? app.listeningOrigin : await app.listen({ port: 0, host: '127.0.0.1' })
  const sockets: Socket[] = []
  const { received, stop } = receivedBy(server)
  // Before the service is closed, which waits for open connections.
  t.teardown(() => {
    stop()
    for (const socket of sockets) socket.destroy()
  })

  async function open(): Promise<Connection> {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1')
    sockets.push(socket)
    await once(socket, 'connect')
    return converse(socket, service.mount, (reply, written) => {
      const { method = '', url = '' } = received(socket.localPort) ?? written
      check(method, url, reply)
    })
  }

  function check(method: string, url: string, reply: Reply) {
    failOnBreaches(t, `${method} ${url}`, service.breachesOf(method, url, reply))
  }

  return {
    ...service,
    origin,
    async fetch(path, init = {}) {
      const target = service.mount.enter(path)
      const reply = service.mount.leave(await readReply(await fetch(origin + target, init)))
      check(init.method ?? 'GET', target, reply)
      return reply
    },
    connect: open,
    async exchange(...data) {
      const connection = await open()
      for (const piece of data) connection.write(piece)
      const reply = await connection.response()
      connection.destroy()
      if (reply === undefined) throw new Error('the connection was closed without a response')
      return reply
    },
  }
}

/** Sends text over a new connection, and returns all that the service sends until it closes the connection. */
export async function exchangeText(port: number, text: string, host = '127.0.0.1'): Promise<string> {
  const socket = connect(port, host)
  socket.write(text)
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  await once(socket, 'close')
  return String(Buffer.concat(chunks))
}

/** A request with the headers that every request needs, and its body. */
export function request(line: string, headers: Record<string, string> = {}, body: string | Buffer = ''): Buffer {
  const bytes = Buffer.from(body)
  const all = {
    Host: 'localhost',
    ...(bytes.length > 0 && { 'Content-Length': String(bytes.length) }),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.concat([Buffer.from(`${line} HTTP/1.1\r\n${lines.join('')}\r\n`), bytes])
}

interface RequestLine {
  method?: string | undefined
  url?: string | undefined
}

/** What a server receives over a port of the other side, request by request, until `stop` is called. */
function receivedBy(server: Server) {
  const lines = new Map<number | undefined, RequestLine[]>()
  function add({ method, url, socket: { remotePort } }: IncomingMessage) {
    lines.set(remotePort, [...(lines.get(remotePort) ?? []), { method, url }])
  }
  server.prependListener('request', add)
  return {
    received: (port: number | undefined): RequestLine | undefined => lines.get(port)?.shift(),
    stop: () => server.off('request', add),
  }
}

/** Puts what paths begin with before the path of a request line. */
export function enter(data: string | Buffer, mount: Mount): Buffer {
  const text = Buffer.from(data).toString('latin1')
  return Buffer.from(
    text.replace(/^([A-Z]+ )(\/\S*)(?= HTTP)/, (_, method: string, url: string) => method + mount.enter(url)),
    'latin1',
  )
}

/** @param check gets every response and the request line that was written last */
function converse(socket: Socket, mount: Mount, check: (reply: Reply, written: RequestLine) => void): Connection {
  let written: RequestLine = {}
  let received: Buffer = Buffer.alloc(0)
  let wake = () => {}
  let ended = false
  const closed = new Promise<void>((resolve) => {
    socket.on('close', () => {
      ended = true
      wake()
      resolve()
    })
  })
  // Tests expect that the service may close the connection in the middle of a request.
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk])
    wake()
  })

  return {
    write(data) {
      const [, method, url] = /^([A-Z]+) (\S+) HTTP/.exec(data.toString('latin1')) ?? []
      if (method !== undefined) written = { method, url }
      socket.write(enter(data, mount))
    },
    async response(method = 'GET') {
      for (;;) {
        const [reply, rest] = readResponse(received, method)
        received = rest
        if (reply !== undefined && reply.status < 200) continue
        if (reply !== undefined) {
          check(reply, written)
          return mount.leave(reply)
        }
        if (ended) return undefined
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
    closed,
    destroy: () => void socket.destroy(),
  }
}

/** Returns the first complete response in the received bytes, and the bytes after it. */
function readResponse(received: Buffer, method: string): [Reply | undefined, Buffer] {
  const end = received.indexOf('\r\n\r\n')
  if (end === -1) return [undefined, received]
  const [statusLine = '', ...lines] = received.subarray(0, end).toString('latin1').split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => {
      const [name = '', ...value] = line.split(':')
      return [name.toLowerCase(), value.join(':').trim()]
    }),
  )
  const length = method === 'HEAD' ? 0 : Number(headers['content-length'] ?? 0)
  const bytes = received.subarray(end + 4, end + 4 + length)
  if (bytes.length < length) return [undefined, received]
  const reply = replyOf(Number(statusLine.split(' ')[1]), headers, bytes)
  return [reply, received.subarray(end + 4 + length)]
}
