import type { Socket } from 'node:net'
import fp from 'fastify-plugin'

/** How often idle connections are looked for while the service stops, in milliseconds. */
const INTERVAL = 50

/**
 * Lets the service stop as soon as the last request is answered: connections that are kept alive end after
 * the answer that they still wait for, and those that have not sent a request, which Node does not count as
 * idle, at once.
 */
export const gracefulClose = fp(
  async (app) => {
    const silent = new Set<Socket>()
    app.server.on('connection', (socket) => {
      silent.add(socket)
      socket.once('close', () => silent.delete(socket))
    })
    app.server.on('request', ({ socket }) => silent.delete(socket))

    app.addHook('preClose', (done) => {
      for (const socket of silent) socket.destroy()
      const timer = setInterval(() => app.server.closeIdleConnections(), INTERVAL)
      app.server.once('close', () => clearInterval(timer))
      done()
    })
  },
  { name: 'graceful-close' },
)
