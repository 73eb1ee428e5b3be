import type { Socket } from 'node:net'
import fp from 'fastify-plugin'

/** The time for which idle connections stay open after the service began to stop, in milliseconds. */
const LINGER = 250

/** The interval at which idle connections are closed after that, in milliseconds. */
const INTERVAL = 50

/**
 * Stops the service as soon as the last response is sent, without losing a request that is already under way.
 *
 * Node closes idle keep-alive connections at once, also those on which a request is just arriving. Here they stay open for a
 * moment, and every response has `Connection: close`. Then the plugin closes idle connections, and also those that never sent a
 * request, which Node does not count as idle.
 */
export const gracefulClose = fp(
  async (app) => {
    const { server } = app
    /** Connections that never sent a request. */
    const silent = new Set<Socket>()
    let isClosing = false
    server.on('connection', (socket) => {
      silent.add(socket)
      socket.once('close', () => silent.delete(socket))
    })
    server.on('request', ({ socket }) => silent.delete(socket))

    // Fastify sets the header only for requests that arrive after the stop began.
    app.addHook('onSend', (_request, reply, payload, done) => {
      if (isClosing) reply.header('connection', 'close').removeHeader('keep-alive')
      done(null, payload)
    })

    app.addHook('preClose', (done) => {
      isClosing = true
      const closeIdleConnections = server.closeIdleConnections.bind(server)
      // Node calls it as soon as the server no longer listens.
      server.closeIdleConnections = () => {}
      let interval: NodeJS.Timeout | undefined
      const closeWaiting = () => {
        for (const socket of silent) socket.destroy()
        closeIdleConnections()
        interval = setInterval(closeIdleConnections, INTERVAL).unref()
      }
      // Between the timer and setImmediate, Node reads what has arrived.
      const linger = setTimeout(() => setImmediate(closeWaiting), LINGER)
      server.once('close', () => {
        clearTimeout(linger)
        clearInterval(interval)
      })
      done()
    })
  },
  { name: 'graceful-close' },
)
