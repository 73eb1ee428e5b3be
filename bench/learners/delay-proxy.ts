import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP proxy that makes the way to a server longer. */
export interface DelayProxy {
  port: number
  /** Closes all connections. */
  close(): void
}

/**
 * Starts a proxy that delivers all bytes in order, later in each direction. It does not limit their rate. Timers have a
 * resolution of a millisecond, so the proxy uses the processor while it holds bytes.
 *
 * @param delay of each direction, in milliseconds: half of the round trip
 */
export async function startDelayProxy(host: string, port: number, delay: number): Promise<DelayProxy> {
  const sockets = new Set<Socket>()
  // The end of one direction also arrives later.
  const options = { allowHalfOpen: true, noDelay: true }
  const server = createServer(options, (client) => {
    const target = connect({ host, port, ...options })
    for (const [from, to] of [
      [client, target],
      [target, client],
    ] as const) {
      sockets.add(from)
      forward(from, to, delay)
      from.on('close', () => sockets.delete(from))
      // Each side sees that the other one has failed.
      from.on('error', () => to.destroy())
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

function forward(from: Socket, to: Socket, delay: number): void {
  /** What waits, in order. The last one is the end. */
  const waiting: { due: number; chunk: Buffer | undefined }[] = []

  function add(chunk?: Buffer): void {
    waiting.push({ due: performance.now() + delay, chunk })
    if (waiting.length === 1) setImmediate(deliver)
  }

  function deliver(): void {
    for (let next = waiting[0]; next !== undefined && next.due <= performance.now(); next = waiting[0]) {
      waiting.shift()
      if (next.chunk === undefined) to.end()
      else to.write(next.chunk)
    }
    if (waiting.length > 0) setImmediate(deliver)
  }

  from.on('data', add)
  from.on('end', () => add())
}
