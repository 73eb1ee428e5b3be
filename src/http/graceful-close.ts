import type { Socket } from 'node:net'
import fp from 'fastify-plugin'

/** How long a request may take to arrive over a connection that waits for one when the service stops, in milliseconds. */
const LINGER = 250

/** How often idle connections are looked for after that, in milliseconds. */
const INTERVAL = 50

/**
 * Lets the service stop as soon as the last request is answered, and cuts off nobody who has sent one.
 *
 * Requests may be on their way over connections that wait for one: Node would end those that are kept alive at once. So
 * they stay open for a moment, in which every answer tells the client that its connection ends. What is still silent
 * then is closed, also what has never sent a request, which Node does not count as idle.
 */
export const gracefulClose = fp(
  async (app) => {
    const { server } = app
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
      // Node calls it as soon as it no longer listens.
      server.closeIdleConnections = () => {}
      let interval: NodeJS.Timeout | undefined
      const closeWaiting = () => {
        for (const socket of silent) socket.destroy()
        closeIdleConnections()
        interval = setInterval(closeIdleConnections, INTERVAL).unref()
      }
      // What has arrived by then is read between the two.
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
