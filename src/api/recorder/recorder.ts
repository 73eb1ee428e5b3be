/** The recorder of requests: what the log keeps of each, and who may see that. @module */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { DEFAULT_BOARD, isBoardId } from '../../contract/board-id.js'
import type { Clock } from '../../contract/time.js'
import { variantOf } from '../../contract/variant-path.js'
import { hook } from '../../http/hooks.js'
import { readEarly } from '../../http/json-body.js'
import { isSafe, requestVariant } from '../../http/request-target.js'
import type { BoardState } from '../../rooms/state.js'
import type { Challenge } from '../../rules/challenges/challenge.js'
import { createFinder } from '../../rules/challenges/marks.js'
import type { Drill } from '../../rules/client-habits/drill.js'
import { toObservation } from '../../rules/client-habits/observation.js'
import { packExchange } from '../../rules/expected-vs-actual/segment.js'
import { drillFacts } from './drill-facts.js'
import { observe } from './observe.js'
import { PAGE_REQUEST } from './page-request.js'
import { createRequestLogs, type RequestLogs, type RequestLogsOptions } from './request-logs.js'
import { keepResponses, type SeenExchange, toSeen } from './sent-response.js'
import { DISCONNECTED, toEntry } from './to-entry.js'
import { toExchange } from './to-exchange.js'

declare module 'fastify' {
  interface FastifyInstance {
    /** The logs of all boards. */
    requestLogs: RequestLogs
    /** Writes the logs of boards, by default of all. Resolves when they contain all finished requests. */
    flushLogs: RequestLogs['flush']
    /** Records that a board is in use, so that it does not expire. */
    touchBoard: RequestLogs['touch']
    /** The challenges that learners can solve on private boards. */
    challenges: readonly Challenge[]
  }
  interface FastifyRequest {
    /** The drill that chooses the faults of the request, and records it; absent if there is none. */
    drill?: Drill
    /** Whether the end of the request was handled, so that it is recorded at most once. */
    isRecorded?: true
    /** Whether its access token was refused because it has expired. */
    hasExpiredToken?: true
  }
  interface FastifyContextConfig {
    /** Whether the operation waits until the log has all finished requests. By default, all but safe methods do. */
    waitsForLog?: true
  }
}

/**
 * Whether an operation waits until the log has all finished requests. All writes do: a reset, for example, decides whether
 * earlier requests count.
 */
export function waitsForLog({ method, routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.waitsForLog ?? !isSafe(method)
}

/** The message of a refused access token that has expired. */
const EXPIRED = 'the token has expired'

export interface RecorderOptions extends RequestLogsOptions {
  /** Whether the default board has a log. Without an administrator it needs none, because no client could read it. */
  isDefaultRecorded: boolean
  /** The challenges that learners can solve. */
  challenges: readonly Challenge[]
  /** The drill of all requests to variants. By default, only private boards have drills. */
  drill?: Drill | undefined
  /** Returns the drill of a request to a variant of a private board; `null` if there is none. */
  drillOf: (request: FastifyRequest) => Drill | null
  /** The clock of the dates that the service sends. */
  clock: Clock
  /** Gets all finished requests to variants of private boards. */
  onExchange?: ((board: string, exchange: SeenExchange) => void) | undefined
  /** Whether requests are recorded. A benchmark measures what that costs. */
  isRecording: boolean
  /** The application whose logs this one writes. */
  main?: FastifyInstance | undefined
}

/**
 * Records each request when its response ends: in the log of its board, with the exchange and the steps of challenges to
 * which it belongs, and in its drill. Logs are written in groups and do not delay responses.
 */
export const recorder = fp<RecorderOptions>(async (app, options) => {
  const { isDefaultRecorded, exchangesMax, challenges, drill: drillOfAll, drillOf, clock, onExchange, main } = options
  const finder = createFinder(challenges)
  const logs = main?.requestLogs ?? createRequestLogs(app, options)

  app.decorate('challenges', challenges)
  app.decorate('requestLogs', logs)
  app.decorate('flushLogs', logs.flush)
  app.decorate('touchBoard', logs.touch)
  app.addHook('onClose', logs.close)
  if (options.isRecording) {
    keepResponses(app)
    const watchResponse = hook((request, reply) => end(request, reply, false))
    app.addHook('onResponse', watchResponse)
  }
  const watch = (request: FastifyRequest, reply: FastifyReply) => {
    if (request.isDryRun) return undefined
    if (options.isRecording) reply.raw.on('close', () => end(request, reply, true))
    return enterDrill(request, reply)
  }
  if (isDefaultRecorded || drillOfAll !== undefined) app.addHook('onRequest', hook(watch))
  else app.boardHooks.onRequest.push(watch)
  app.addHook('onError', (request, _reply, error, done) => {
    if (request.drill !== undefined && error.message.includes(EXPIRED)) request.hasExpiredToken = true
    done()
  })

  function isWatched({ isDryRun, board }: FastifyRequest): boolean {
    return !isDryRun && (board.address !== null || isDefaultRecorded || drillOfAll !== undefined)
  }

  /** Records a request at the end of its response, or of its connection. */
  function end(request: FastifyRequest, reply: FastifyReply, isDisconnected: boolean): void {
    if (request.isRecorded || !isWatched(request)) return
    request.isRecorded = true
    record(request, reply, isDisconnected)
  }

  /** Finds the drill of a request. */
  function enterDrill(request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined {
    if (requestVariant(request) === undefined) return undefined
    const drill = drillOfAll ?? drillOf(request)
    if (drill === null) return undefined
    request.drill = drill
    // Many clients send the body in a packet of its own. A fault that responds before it would leave the request without
    // a hash.
    return readEarly(request, reply)
  }

  function record(request: FastifyRequest, reply: FastifyReply, isDisconnected: boolean): void {
    if (isDisconnected && !reply.raw.headersSent) reply.raw.statusCode = DISCONNECTED
    const { drill } = request
    const log = logOf(request, reply, isDisconnected)
    if (log !== undefined) logs.touch(log.id)
    if ((log === undefined && drill === undefined) || isPageLoad(request)) return
    // The log lists no requests outside the variants.
    const isListed = requestVariant(request) !== undefined
    const steps = log?.state && observe(finder, request, reply, log.state, beginningsOf(log.id))
    if (!isListed && steps === undefined) return
    const entry = toEntry(request, reply, app.now())
    if (drill !== undefined) {
      const facts = drillFacts(request, reply, isDisconnected, clock)
      const run = drill.record(toObservation(entry, facts))
      if (run !== undefined) entry.drill = { ...facts, run }
    }
    if (log === undefined) return
    if (log.state && isListed && !isDisconnected && request.sentResponse !== undefined) {
      onExchange?.(log.id, toSeen(request, reply))
    }
    if (steps !== undefined) entry.challenges = steps
    if (!isListed) entry.isListed = false
    if (exchangesMax > 0 && isListed) entry.exchange = packExchange(toExchange(request, reply, isDisconnected))
    logs.add(log.id, entry)
  }

  /** Returns whether the sequence of a challenge may have begun, also since the request arrived. */
  function beginningsOf(board: string): (challenge: string) => boolean {
    let state: BoardState | null | undefined
    return (challenge) => {
      if (logs.hasStep(board, challenge)) return true
      if (state === undefined) state = app.store.findState(board) ?? null
      return state === null || state.begun[challenge] !== undefined
    }
  }

  /** Returns the board whose log has a request, with its state if it is private; `undefined` if none has it. */
  function logOf(
    request: FastifyRequest,
    { statusCode }: FastifyReply,
    isDisconnected: boolean,
  ): { id: string; state?: BoardState } | undefined {
    const { id, state, address } = request.board
    if (address === null) {
      const isLogged = isDefaultRecorded && !isDisconnected && requestVariant(request) !== undefined
      return isLogged ? { id: DEFAULT_BOARD } : undefined
    }
    if (state !== null) return { id, state }
    // The rate limit of an address and CORS respond before the service looks up the board, which may not exist.
    const found =
      (statusCode === 429 || request.method === 'OPTIONS') && isBoardId(address.id)
        ? app.store.findState(address.id)
        : undefined
    return found && { id: address.id, state: found }
  }
})

/** Whether the board page loads tasks or an OpenAPI document. Clients can hide no other requests in this way. */
function isPageLoad({ id, method, routeOptions: { url = '' } }: FastifyRequest): boolean {
  return method === 'GET' && id.startsWith(PAGE_REQUEST) && (variantOf(url) === 'v1' || url.endsWith('/openapi.json'))
}
