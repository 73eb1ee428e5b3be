import type { FastifyReply, FastifyRequest, preHandlerHookHandler } from 'fastify'

/** Returns a hook. The next one runs in the same turn of the event loop, unless the function returns a promise. */
export function hook(run: (request: FastifyRequest, reply: FastifyReply) => unknown): preHandlerHookHandler {
  return (request, reply, done) => {
    const result = run(request, reply)
    // Fastify waits for a promise that a hook returns.
    return result instanceof Promise ? result : done()
  }
}

/** Returns a hook of requests to private boards. Requests to the default board pass it. */
export function boardHook(run: (request: FastifyRequest, reply: FastifyReply) => unknown): preHandlerHookHandler {
  return hook((request, reply) => (request.board.address === null ? undefined : run(request, reply)))
}

/** Does the same with a function that gets a payload, and returns what replaces it. */
export function boardPayloadHook<Payload>(
  run: (request: FastifyRequest, reply: FastifyReply, payload: Payload) => Payload | Promise<Payload>,
) {
  return (
    request: FastifyRequest,
    reply: FastifyReply,
    payload: Payload,
    done: (error: null, payload: Payload) => void,
  ) => {
    const result = request.board.address === null ? payload : run(request, reply, payload)
    return result instanceof Promise ? result : done(null, result)
  }
}
