import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { type AddressInfo, createServer, isIP, type ListenOptions, Server } from 'node:net'
import fp from 'fastify-plugin'
import { isLoopback, urlHost } from './request-target.js'
import { CONNECTION } from './server-options.js'

declare module 'node:net' {
  interface Socket {
    /** The id of the board to whose port the client has connected. */
    boardId?: string
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Serves the application at several addresses of this machine. Further addresses that the machine does not have are
     * left out, because systems without IPv6 also list `::1`.
     *
     * @param port the port of all addresses; with 0, a free port of the first one
     */
    listenAt(addresses: readonly string[], port: number): Promise<void>
    /**
     * Serves the application at one more port.
     *
     * @param board the id of the board that is served at the root of the port
     * @returns the port, which is another one if the given port is 0
     */
    listenAlso(host: string, port: number, board?: string): Promise<number>
    /**
     * Serves the application at listening sockets that the parent process has passed.
     *
     * @param host the setting, which decides on local mode
     * @throws Error if a socket is not one of TCP, or if others reach it although the host is a loopback address: the
     *   service would run in local mode
     */
    listenOn(descriptors: readonly number[], host: string): Promise<void>
  }
}

/** The number of connections that wait until the service accepts them, as in deploy/task-board-service.socket. */
const BACKLOG = 4096

/** The errors of an address that this machine does not have. */
const UNAVAILABLE = ['EADDRNOTAVAIL', 'EAFNOSUPPORT']

/**
 * Listens at more than one address or port. The connections of all of them are passed to the server of the application,
 * so its limits, its time-outs and its graceful end apply to them. Fastify would create a server for each further address
 * of `localhost`, without the listeners that the plugins have added to the first one.
 */
export const listeners = fp(async (app) => {
  const others: Server[] = []
  /** Resolves when the last connection of every other listener is closed. */
  let closed: Promise<unknown> = Promise.resolve()

  async function open(place: ListenOptions & { fd?: number }, board?: string): Promise<Server> {
    const listener = createServer(CONNECTION, (socket) => {
      if (board !== undefined) socket.boardId = board
      app.server.emit('connection', socket)
    })
    listener.maxConnections = app.server.maxConnections
    listener.on('drop', (drop) => app.server.emit('drop', drop))
    listener.listen(place, BACKLOG)
    await once(listener, 'listening')
    others.push(listener)
    return listener
  }

  app.decorate('listenAlso', async (host, port, board) => {
    const listener = await open({ host, port, exclusive: true }, board)
    return (listener.address() as AddressInfo).port
  })

  app.decorate('listenOn', async ([first = 0, ...rest], host) => {
    const { server } = app
    // For such a socket, Node.js ignores a backlog in the options of Fastify, and Fastify expects an address.
    Object.assign(server, {
      listen: (options: ListenOptions) => Reflect.apply(Server.prototype.listen, server, [options, BACKLOG]),
      address: () => Server.prototype.address.call(server) ?? 'a Unix socket',
    })
    const inherited = { fd: first, host }
    await app.listen(inherited)
    for (const each of [server, ...(await Promise.all(rest.map((fd) => open({ fd }))))]) {
      const { address = '' } = (each.address() ?? {}) as Partial<AddressInfo>
      if (!isIP(address)) throw new Error('one is a Unix socket, but the service needs sockets of TCP')
      if (isLoopback(host) && !isLoopback(address)) throw new Error(`one listens at ${address}, but HOST is ${host}`)
    }
  })

  app.decorate('listenAt', async ([first = '', ...rest], port) => {
    // The workers of `node:cluster` would share the port, and get the requests for the service in another one.
    await app.listen({ host: first, port, exclusive: true })
    const { port: chosen } = app.server.address() as AddressInfo
    for (const address of rest) {
      try {
        await app.listenAlso(address, chosen)
        app.log.info(`Server listening at http://${urlHost(address)}:${chosen}`)
      } catch (error) {
        if (!UNAVAILABLE.includes((error as NodeJS.ErrnoException).code ?? '')) throw error
      }
    }
  })

  app.addHook('preClose', (done) => {
    closed = Promise.all(others.map((listener) => new Promise((resolve) => listener.close(resolve))))
    done()
  })
  // The store must stay open until then.
  app.addHook('onClose', () => closed)
})

/** Returns the addresses at which a service for a host listens: `localhost` can have one of IPv4 and one of IPv6. */
export async function addressesOf(host: string): Promise<string[]> {
  if (host !== 'localhost') return [host]
  const found = await lookup(host, { all: true })
  return [...new Set(found.map(({ address }) => address))]
}
