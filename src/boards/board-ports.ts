import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import fp from 'fastify-plugin'
import { CONNECTION } from '../http/server-options.js'
import type { BoardPort } from './options.js'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Serves a board at the root of a port.
     *
     * @returns the port, which is another one if the given port is 0
     */
    listenForBoard(board: BoardPort, host: string): Promise<number>
  }
}

/**
 * Serves boards at ports of their own. The connections of a port are passed to the server of the application, so all its
 * limits and time-outs apply to them.
 */
export const boardPorts = fp(
  async (app) => {
    const listeners: Server[] = []
    /** Resolves when the last connection of every port is closed. */
    let closed: Promise<unknown> = Promise.resolve()

    app.decorate('listenForBoard', async ({ id, port }, host) => {
      const listener = createServer(CONNECTION, (socket) => {
        socket.boardId = id
        app.server.emit('connection', socket)
      })
      listener.listen(port, host)
      await once(listener, 'listening')
      listeners.push(listener)
      return (listener.address() as AddressInfo).port
    })

    app.addHook('preClose', (done) => {
      closed = Promise.all(listeners.map((listener) => new Promise((resolve) => listener.close(resolve))))
      done()
    })
    // The store must stay open until then.
    app.addHook('onClose', () => closed)
  },
  { name: 'board-ports' },
)
