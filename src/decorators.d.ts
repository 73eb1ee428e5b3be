import type { Store } from './store/store.js'

declare module 'fastify' {
  interface FastifyInstance {
    store: Store
    /** The time of now, as the API writes it. */
    now(): string
  }
  interface FastifyRequest {
    /** The id of the board that the request is about. */
    board: string
    /** Whether a search compares case as written (decision 37). */
    matchCase: boolean
  }
}
