import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import type { Test } from 'tap'

/** A TCP proxy that can stop forwarding data, as a network that breaks does: it closes no connection meanwhile. */
export interface TcpProxy {
  url: string
  isBlocked: boolean
  /** Whether it has stopped forwarding the data of the first connection, in which the service commits. */
  isFirstBlocked: boolean
  /** Blocks the proxy after it has forwarded this text. */
  blockAfter?: string
  /** Forwards new connections to another port of the host, and closes the others. */
  redirect(port: number): void
}

/** Starts a proxy to the server of a URL. */
export async function startProxy(t: Test, serverUrl: string): Promise<TcpProxy> {
  const url = new URL(serverUrl)
  const { hostname } = url
  let port = Number(url.port)
  let [isBlocked, isFirstBlocked] = [false, false]
  /** The two sockets of each connection, in the order in which they were opened. */
  const connections: [Socket, Socket][] = []

  function update(): void {
    for (const [index, sockets] of connections.entries()) {
      const mustWait = isBlocked || (isFirstBlocked && index === 0)
      for (const socket of sockets) mustWait ? socket.pause() : socket.resume()
    }
  }

  function close(): void {
    for (const sockets of connections) for (const socket of sockets) socket.destroy()
  }

  const server = createServer((near) => {
    const far = connect(port, hostname)
    connections.push([near, far])
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (data) => {
        to.write(data)
        if (proxy.blockAfter !== undefined && data.includes(proxy.blockAfter)) proxy.isBlocked = true
      })
      from.on('error', () => {})
      from.on('close', () => to.destroy())
    }
    update()
  }).listen(0, '127.0.0.1')
  t.teardown(() => {
    server.close()
    close()
  })
  await once(server, 'listening')
  url.port = String((server.address() as { port: number }).port)
  const proxy: TcpProxy = {
    url: url.href,
    get isBlocked() {
      return isBlocked
    },
    set isBlocked(value) {
      isBlocked = value
      update()
    },
    get isFirstBlocked() {
      return isFirstBlocked
    },
    set isFirstBlocked(value) {
      isFirstBlocked = value
      update()
    },
    redirect(next) {
      port = next
      close()
    },
  }
  return proxy
}
