import fp from 'fastify-plugin'
import { MalformedUrl } from '../errors.js'

/** Refuses a query that is not validly percent-encoded UTF-8, which parsers take as it stands (decision 27). */
export const strictUrl = fp(
  async (app) => {
    app.addHook('onRequest', ({ originalUrl }, _reply, done) => {
      if (!originalUrl.includes('%')) return done()
      try {
        decodeURIComponent(originalUrl)
      } catch {
        return done(new MalformedUrl())
      }
      done()
    })
  },
  { name: 'strict-url' },
)
