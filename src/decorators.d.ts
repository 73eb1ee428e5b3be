import type { SearchOptions, Store } from './store/store.js'

declare module 'fastify' {
  interface FastifyInstance {
    store: Store
    /** The current time as a timestamp of the API. */
    now(): string
  }
  interface FastifyRequest {
    /** How a search compares texts; the default where it is `undefined`. A fault may set it. */
    searchOptions: SearchOptions | undefined
  }
}
