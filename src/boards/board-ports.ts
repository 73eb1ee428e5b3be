import { plugin } from '../http/plugin.js'

/** A board with a port of its own on a loopback address. */
export interface BoardPort {
  id: string
  port: number
}

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

/** Serves boards at ports of their own. */
export const boardPorts = plugin('board-ports', ['listeners'], async (app) => {
  app.decorate('listenForBoard', ({ id, port }, host) =>
    app.listenAlso(host, port, (socket) => {
      socket.boardId = id
    }),
  )
})
