import type {
  FastifyReply,
  FastifyRequest,
  onSendHookHandler,
  preHandlerHookHandler,
  preParsingHookHandler,
} from 'fastify'
import fp from 'fastify-plugin'

/** Returns a hook. The next one runs in the same turn of the event loop, unless the function returns a promise. */
export function hook(run: (request: FastifyRequest, reply: FastifyReply) => unknown): preHandlerHookHandler {
  return (request, reply, done) => {
    const result = run(request, reply)
    // Fastify waits for a promise that a hook returns.
    return result instanceof Promise ? result : done()
  }
}

/**
 * A hook of requests to private boards.
 *
 * @param payload the body of the request in `preParsing`, that of the response in `onSend`
 * @returns the payload, or what replaces it; a promise of it if it waits
 */
export type BoardHook = (request: FastifyRequest, reply: FastifyReply, payload: unknown) => unknown

/** Returns the lists to which plugins add their hooks of requests to private boards. */
export function createBoardHooks() {
  const lists: Record<'onRequest' | 'preParsing' | 'preValidation' | 'preHandler' | 'onSend', BoardHook[]> = {
    onRequest: [],
    preParsing: [],
    preValidation: [],
    preHandler: [],
    onSend: [],
  }
  return lists
}

declare module 'fastify' {
  interface FastifyInstance {
    boardHooks: ReturnType<typeof createBoardHooks>
  }
}

/** Runs hooks, in one turn of the event loop as long as none of them returns a promise. Returns what the last one returns. */
function runAll(
  hooks: readonly BoardHook[],
  request: FastifyRequest,
  reply: FastifyReply,
  payload?: unknown,
  start = 0,
): unknown {
  let current = payload
  for (let at = start; at < hooks.length; at++) {
    if (current instanceof Promise) return current.then((value) => runAll(hooks, request, reply, value, at))
    current = hooks[at]?.(request, reply, current)
  }
  return current
}

/** Returns a hook with a payload that runs some hooks for requests to private boards. */
export function boardPayloadHook(hooks: readonly BoardHook[]): onSendHookHandler {
  return (request, reply, payload, done) => {
    if (request.board.address === null) return done(null, payload)
    const result = runAll(hooks, request, reply, payload)
    return result instanceof Promise ? result : done(null, result)
  }
}

/**
 * Runs the hooks of private boards. Register it where those of `onRequest` run. Fastify runs one hook for each list, because
 * every hook of Fastify takes half a microsecond of all requests, also of those to the default board.
 */
export const runBoardHooks = fp(async (app) => {
  const { onRequest, preParsing, preValidation, preHandler, onSend } = app.boardHooks
  const run = (hooks: readonly BoardHook[]) =>
    hook((request, reply) => (request.board.address === null ? undefined : runAll(hooks, request, reply)))
  app.addHook('onRequest', run(onRequest)).addHook('preParsing', boardPayloadHook(preParsing) as preParsingHookHandler)
  app.addHook('preValidation', run(preValidation)).addHook('preHandler', run(preHandler))
  app.addHook('onSend', boardPayloadHook(onSend))
})
