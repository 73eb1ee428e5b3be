import { JSON_TYPE } from '../http/headers.js'
import { plugin } from '../http/plugin.js'
import { createRevisionCache } from '../store/revision-cache.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether responses of this operation depend only on the request and the content of the board. */
    dependsOnBoardAlone?: true
  }
}

/** The approximate size of a cache entry without its strings, in bytes. */
const OVERHEAD = 200

/** Returns the size of a text in memory: one byte per character if all of them are in Latin-1, otherwise two. */
function sizeOf(text: string): number {
  return /[^\0-\xff]/.test(text) ? 2 * text.length : text.length
}

/**
 * Caches the responses of operations with `dependsOnBoardAlone` until their board changes.
 *
 * @param max the maximum size of the cache in bytes; 0 disables it
 */
export const responseCache = plugin<{ max: number }>('response-cache', [], async (app, { max }) => {
  if (max === 0) return
  const cached = createRevisionCache<string>({
    max,
    sizeOf: (text, key) => sizeOf(text) + sizeOf(key) + OVERHEAD,
  })

  app.addHook('onRoute', (route) => {
    if (!route.config?.dependsOnBoardAlone) return
    const { handler } = route
    route.handler = async function (request, reply) {
      // A defect can depend on more than the board.
      if (request.board.state?.defects != null) return handler.call(this, request, reply)
      const text = await cached(
        request.board,
        request.searchOptions ? `${request.url} ${JSON.stringify(request.searchOptions)}` : request.url,
        async () => {
          const body: unknown = await handler.call(this, request, reply)
          return typeof body === 'string' ? body : (reply.serialize(body) as string)
        },
      )
      reply.header('content-type', JSON_TYPE)
      return text
    }
  })
})
