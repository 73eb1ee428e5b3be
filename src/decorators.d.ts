import type { Store } from './store/store.js'

declare module 'fastify' {
  interface FastifyInstance {
    store: Store
    /** The time of now, as the API writes it. */
    now(): string
  }
  interface FastifyRequest {
    /** Whether a search compares case as written (decision 37). */
    matchCase: boolean
  }
}
