import type { Server } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import fp from 'fastify-plugin'
import type { ServedSocket } from './connections.js'

/**
 * The time for which idle connections stay open when the service stops, in milliseconds. It is longer than nginx keeps
 * them (`deploy/nginx.conf`).
 */
const LINGER = 250

/** The default of `closeTimeout`. app-server.ts ends the process a second later. */
const CLOSE_TIMEOUT = 9_000

/** The interval at which idle connections are then closed, in milliseconds. */
const INTERVAL = 50

/** The maximum time for which a stopping service accepts connections, and a short turn of its event loop, in milliseconds. */
const ACCEPTING = 1000
const SHORT_TURN = 2

/** The minimum number of turns. On a busy machine, one turn can take longer than `ACCEPTING`. */
const TURNS_MIN = 5

export interface GracefulCloseOptions {
  /** The time in milliseconds after which a stopping service closes all connections. A request may never end. */
  closeTimeout?: number | undefined
}

/**
 * Stops the service as soon as the last response is sent, without losing requests that are already on their way.
 *
 * The system resets connections that wait to be accepted when the listener is closed, although their clients may have
 * sent a request already. So this plugin accepts them first.
 *
 * Node closes idle keep-alive connections at once, even if a request is arriving on them. This plugin keeps them open
 * for `LINGER` milliseconds, and every response has `Connection: close`. It then closes idle connections, also those that
 * never sent a request, which Node does not count as idle.
 */
export const gracefulClose = fp<GracefulCloseOptions>(async (app, options) => {
  const { closeTimeout = CLOSE_TIMEOUT } = options
  const { server } = app
  const sockets = new Set<ServedSocket>()
  let timer: NodeJS.Timeout | undefined
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })

  app.addHook('preClose', async () => {
    // Node then sends `Connection: close`.
    for (const { _httpMessage: response } of sockets) if (response) response.shouldKeepAlive = false
    server.prependListener('request', (_request, response) => {
      response.shouldKeepAlive = false
    })
    const closeIdleConnections = server.closeIdleConnections.bind(server)
    // `server.close` calls this method immediately.
    server.closeIdleConnections = () => {}
    if (server.listening) {
      await acceptWaiting(server)
      // Fastify does the same after all hooks. They can take several turns of the event loop.
      server.close()
    }
    // Connections that were accepted last linger, too.
    const start = performance.now()
    const closeWaiting = () => {
      const time = performance.now() - start
      if (time > closeTimeout) return server.closeAllConnections()
      if (time < LINGER) return
      for (const socket of sockets) if (socket._httpMessage === undefined) socket.destroy()
      closeIdleConnections()
    }
    // Between the timer and setImmediate, Node reads the requests that have arrived.
    timer = setInterval(() => setImmediate(closeWaiting), INTERVAL)
  })
  // The server is closed, and so are the ports of boards, which are registered later.
  app.addHook('onClose', async () => clearInterval(timer))
})

/**
 * Waits until no connection waits to be accepted. The listener must be closed in the same turn of the event loop. A turn
 * in which Node has accepted nothing can still be long, so that connections wait at its end.
 */
async function acceptWaiting(server: Server): Promise<void> {
  let isBusy = true
  const note = () => {
    isBusy = true
  }
  server.on('connection', note)
  const end = performance.now() + ACCEPTING
  await nextTurn()
  for (let turns = 0; isBusy && (turns < TURNS_MIN || performance.now() < end); turns++) {
    isBusy = false
    const start = performance.now()
    await nextTurn()
    if (performance.now() - start > SHORT_TURN) isBusy = true
  }
  server.off('connection', note)
}
