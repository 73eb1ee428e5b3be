import type { FastifyInstance } from 'fastify'

/**
 * Replaces responses by a 503 while it is not certain that this process still serves the database: what they show can be
 * wrong by now, for example because the process stood still. Call it after the scope has its other hooks.
 */
export function refuseLate(scope: FastifyInstance): void {
  scope.addHook('onSend', (_request, reply, payload, done) => {
    const confirmed = reply.statusCode >= 500 ? undefined : scope.store.confirm()
    const send = () => done(null, payload)
    confirmed === undefined ? send() : confirmed.then(send, done)
  })
}
