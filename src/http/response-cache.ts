import fp from 'fastify-plugin'
import { createRevisionCache } from '../store/revision-cache.js'
import { JSON_TYPE } from './headers.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the answers of this operation stay the same as long as the board does. */
    dependsOnBoardAlone?: true
  }
}

/** What an entry takes beside its texts, in bytes, roughly. */
const OVERHEAD = 200

/**
 * Answers operations that depend on their board alone with the same text again, as long as the board stays the same.
 *
 * @param max how much memory the answers take at most, in bytes; 0: none is kept
 */
export const responseCache = fp<{ max: number }>(
  async (app, { max }) => {
    if (max === 0) return
    const answer = createRevisionCache<string>({
      max,
      sizeOf: (text, key) => 2 * (text.length + key.length) + OVERHEAD,
    })

    app.addHook('onRoute', (route) => {
      if (!route.config?.dependsOnBoardAlone) return
      const { handler } = route
      route.handler = async function (request, reply) {
        const text = await answer(
          request,
          request.searchOptions ? `${request.url} ${JSON.stringify(request.searchOptions)}` : request.url,
          async () => reply.serialize(await handler.call(this, request, reply)) as string,
        )
        reply.header('content-type', JSON_TYPE)
        return text
      }
    })
  },
  { name: 'response-cache' },
)
