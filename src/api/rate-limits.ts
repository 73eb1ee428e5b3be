import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { TooManyRequests, ValidationFailed } from '../contract/errors.js'
import { JOIN_FAILURES, LOGIN_FAILURES_FACTOR } from '../contract/limits.js'
import { variantOf } from '../contract/variant-path.js'
import { createCounter } from '../http/counter.js'
import { limitHeaders } from '../http/headers.js'
import { isLearnerRoute } from './boards/prefix.js'
import { clientAddress } from './client-address.js'

/** The rate limits. `undefined` means no limit. */
export interface RateLimitOptions {
  /** Requests per second to one board. */
  boardRate: number | undefined
  /** Requests per second from one address. */
  addressRate: number | undefined
  /** Boards that one address may create per hour. */
  boardsPerHour: number | undefined
  /** Failed logins per minute from one address to one board. */
  loginFailures: number | undefined
  isLocal: boolean
}

/**
 * A check that throws TooManyRequests if a request exceeds a rate limit. The request counts as `count` requests,
 * by default as one. With 0, it does not count. With more than one, it counts only if it is accepted.
 */
type Limit = (request: FastifyRequest, reply: FastifyReply, count?: number) => void

declare module 'fastify' {
  interface FastifyInstance {
    /** Limits the number of boards that an address can create per hour. Requests that fail later do not count. */
    limitBoardCreation: Limit
    /** Limits the attempts to join classes with a wrong code from an address. Only failed attempts are counted. */
    limitJoining: Limit
    /** Limits the number of failed logins from an address to a board. Only failed logins are counted. */
    limitLogins: Limit
  }
}

const SECOND = 1000
const MINUTE = 60_000
const HOUR = 3_600_000

const unlimited: Limit = () => {}

/**
 * Limits the requests per second from an address, the boards that it can create per hour, and the failed logins. Each
 * process has its own counter. Requests to the default board are not limited if only clients on this machine can reach
 * the service.
 */
export const addressRate = fp<RateLimitOptions>(async (app, options) => {
  const { boardsPerHour, loginFailures, addressRate: max, isLocal } = options
  app.decorate('limitBoardCreation', limitBoardCreation(app, boardsPerHour))
  app.decorate('limitJoining', createLimit('with a wrong joining code or personal code', JOIN_FAILURES, MINUTE))
  app.decorate('limitLogins', limitLogins(loginFailures))
  if (max === undefined) return
  // This hook runs before the lookup of the board, so it also counts requests to boards that do not exist.
  addLimit(app, createLimit('from this address', max, SECOND), ({ board }) => !isLocal || board.address !== null)
})

/** Limits the requests per second to the variants of a board, and to the operations of its learners. Register it after the lookup of the board. */
export const boardRate = fp<RateLimitOptions>(async (app, options) => {
  if (options.boardRate === undefined) return
  const limit = createLimit('to this board', options.boardRate, SECOND, ({ board }) => board.id)
  const counts = ({ routePath = '' }: FastifyRequest) => variantOf(routePath) !== undefined || isLearnerRoute(routePath)
  if (!options.isLocal) addLimit(app, limit, counts)
  else app.boardHooks.onRequest.push((request, reply) => counts(request) && limit(request, reply))
})

/** Limits the boards per hour. A creation that fails, for example because the server is full, is taken back. */
function limitBoardCreation(app: FastifyInstance, max: number | undefined): Limit {
  if (max === undefined) return unlimited
  const counter = createCounter(HOUR)
  const limit = createLimit('for boards from this address', max, HOUR, clientAddress, counter)
  const counted = new WeakMap<FastifyRequest, number>()
  app.addHook('onResponse', (request, { statusCode }, done) => {
    const count = counted.get(request)
    if (count !== undefined && statusCode >= 400) counter(clientAddress(request), -count)
    done()
  })
  return (request, reply, count = 1) => {
    if (count > 1 && count > max) {
      const field = (request.body as { names?: string[] }).names === undefined ? 'count' : 'names'
      throw new ValidationFailed({ [field]: `must not exceed ${max}: one address can create ${max} boards per hour` })
    }
    limit(request, reply, count)
    counted.set(request, count)
  }
}

/** Limits the failed logins to one board, and to all boards together, because all boards have the same accounts. */
function limitLogins(max: number | undefined): Limit {
  if (max === undefined) return unlimited
  const what = 'with a wrong username or password'
  const ofBoard = createLimit(what, max, MINUTE, (request) => `${clientAddress(request)} ${request.board.id}`)
  const ofAddress = createLimit(what, max * LOGIN_FAILURES_FACTOR, MINUTE)
  return (...login) => {
    ofBoard(...login)
    ofAddress(...login)
  }
}

/**
 * @param what the requests that are limited, for the message
 * @param duration the time in milliseconds in which at most `max` requests are allowed
 */
function createLimit(
  what: string,
  max: number,
  duration: number,
  keyOf: (request: FastifyRequest) => string = clientAddress,
  counter = createCounter(duration),
): Limit {
  return (request, reply, count = 1) => {
    if (request.isDryRun) return
    const key = keyOf(request)
    const hasRoom = count <= 1 || counter(key, 0).count + count <= max
    const current = counter(key, hasRoom ? count : 0)
    if (hasRoom && current.count <= max) return
    const seconds = Math.ceil(current.rest / SECOND)
    limitHeaders(reply, max, seconds)
    throw new TooManyRequests(what, seconds)
  }
}

function addLimit(app: FastifyInstance, limit: Limit, counts: (request: FastifyRequest) => boolean): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (counts(request)) limit(request, reply)
    done()
  })
}
