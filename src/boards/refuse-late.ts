import type { FastifyInstance } from 'fastify'
import { OutcomeUnknown, StoreUnavailable } from '../contract/errors.js'
import { RETRY_AFTER_SECONDS } from '../contract/limits.js'
import { errorBody } from '../http/error-handler.js'
import { JSON_TYPE } from '../http/headers.js'
import { requestPath } from '../http/request-target.js'

/** The headers that belong to the response that is replaced. */
const REPLACED = ['location', 'content-disposition', 'content-length', 'www-authenticate', 'allow']

/**
 * Replaces responses by a 503 while it is not certain that this process still serves the database: what they show can be
 * wrong by now, for example because the process stood still. Call it after the scope has its other hooks.
 */
export function refuseLate(scope: FastifyInstance): void {
  scope.addHook('onSend', (request, reply, payload, done) => {
    const confirmed = reply.statusCode >= 500 ? undefined : scope.store.confirm()
    const send = () => done(null, payload)
    const refuse = (cause: Error) => {
      for (const name of REPLACED) if (reply.hasHeader(name)) reply.removeHeader(name)
      // What a successful response shows is stored, but another process may serve the database now.
      if (reply.statusCode < 400) return done(new OutcomeUnknown({ cause }))
      // Fastify has handled one error, and handles no other.
      reply.code(503).headers({ 'content-type': JSON_TYPE, 'retry-after': RETRY_AFTER_SECONDS })
      done(null, JSON.stringify(errorBody(new StoreUnavailable(), requestPath(request), request.now())))
    }
    confirmed === undefined ? send() : confirmed.then(send, refuse)
  })
}
