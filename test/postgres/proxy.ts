import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import type { Test } from 'tap'

/** A proxy to the server that can stop forwarding data without closing connections. */
export interface Proxy {
  url: string
  isBlocked: boolean
  /** Whether it has stopped forwarding the data of the first connection, in which the service commits. */
  isFirstBlocked: boolean
  /** Blocks the proxy after it has forwarded this text. */
  blockAfter?: string
}

/** Starts a proxy to the server of a database URL. */
export async function startProxy(t: Test, databaseUrl: string): Promise<Proxy> {
  const { hostname, port } = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const proxy: Proxy = { url: '', isBlocked: false, isFirstBlocked: false }
  let first: Socket | undefined
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    first ??= near
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (data) => {
        if (proxy.isBlocked || (proxy.isFirstBlocked && near === first)) return
        to.write(data)
        proxy.isBlocked = proxy.blockAfter !== undefined && data.includes(proxy.blockAfter)
      })
      from.on('error', () => {})
      from.on('close', () => to.destroy())
    }
  }).listen(0, '127.0.0.1')
  t.teardown(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.port = String((server.address() as { port: number }).port)
  proxy.url = url.href
  return proxy
}
