import type { SearchOptions } from './board/values.js'
import type { Store } from './store.js'
import type { Claim } from './training/values.js'

declare module 'fastify' {
  interface FastifyInstance {
    store: Store
    /** Returns the current time as a timestamp of the API. */
    now(): string
  }
  interface FastifyRequest {
    /**
     * Returns the time of the request as a timestamp of the API: that of the first call. A rehearsal has the time of its
     * request.
     */
    now(): string
    time?: string
    /** The options of the search; absent for the defaults. A fault may set them. */
    searchOptions?: SearchOptions
    /** The claim that the request has made; absent if it has made none. */
    claim?: Claim
  }
}
