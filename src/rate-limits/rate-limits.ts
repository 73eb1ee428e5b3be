import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isLearnerRoute } from '../boards/prefix.js'
import { TooManyRequests } from '../contract/errors.js'
import { JOIN_FAILURES, LOGIN_FAILURES_FACTOR } from '../contract/limits.js'
import { variantOf } from '../contract/variant-path.js'
import { limitHeaders } from '../http/headers.js'
import { plugin } from '../http/plugin.js'
import { clientAddress } from './client-address.js'
import { RateLimitStore } from './rate-limit-store.js'

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
 * A check that rejects with TooManyRequests if a request exceeds a rate limit. The request counts as `count` requests,
 * by default as one. With 0, it does not count. With more than one, it counts only if it is accepted.
 */
type Limit = (request: FastifyRequest, reply: FastifyReply, count?: number) => Promise<void>

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

const unlimited: Limit = async () => {}

/**
 * Limits the requests per second from an address, the boards that it can create per hour, and the failed logins. Each
 * process has its own counters. Requests to the default board are not limited if only clients on this machine can reach
 * the service.
 */
export const addressRate = plugin<RateLimitOptions>('address-rate', [], async (app, options) => {
  const { boardsPerHour, loginFailures, addressRate: max, isLocal } = options
  await app.register(rateLimit, { global: false, store: RateLimitStore })
  app.decorate('limitBoardCreation', limitBoardCreation(app, boardsPerHour))
  app.decorate(
    'limitJoining',
    createLimit(app, 'with a wrong joining code or personal code', JOIN_FAILURES, MINUTE, clientAddress) ?? unlimited,
  )
  app.decorate('limitLogins', limitLogins(app, loginFailures))
  const limit = createLimit(app, 'from this address', max, SECOND, clientAddress)
  // This hook runs before the lookup of the board, so it also counts requests to boards that do not exist.
  addLimit(app, limit, ({ board }) => !isLocal || board.address !== null)
})

/** Limits the requests per second to the variants of a board, and to the operations of its learners. Register it after the lookup of the board. */
export const boardRate = plugin<RateLimitOptions>('board-rate', ['address-rate'], async (app, options) => {
  const limit = createLimit(app, 'to this board', options.boardRate, SECOND, ({ board }) => board.id)
  if (limit === undefined) return
  if (!options.isLocal) addLimit(app, limit, ({ routePath = '' }) => isBoardRoute(routePath))
  else app.boardHooks.onRequest.push((request, reply) => isBoardRoute(request.routePath ?? '') && limit(request, reply))
})

/** Limits the boards per hour. A creation that fails, for example because the server is full, is taken back. */
function limitBoardCreation(app: FastifyInstance, max: number | undefined): Limit {
  let store: RateLimitStore | undefined
  const what = 'for boards from this address'
  const limit = createLimit(app, what, max, HOUR, clientAddress, (created) => {
    store = created
  })
  if (limit === undefined) return unlimited
  const counted = new WeakMap<FastifyRequest, number>()
  app.addHook('onResponse', (request, { statusCode }, done) => {
    const count = counted.get(request)
    if (count !== undefined && statusCode >= 400) store?.refund(clientAddress(request), count)
    done()
  })
  return async (request, reply, count = 1) => {
    await limit(request, reply, count)
    counted.set(request, count)
  }
}

/** Limits the failed logins to one board, and to all boards together, because all boards have the same accounts. */
function limitLogins(app: FastifyInstance, max: number | undefined): Limit {
  if (max === undefined) return unlimited
  const what = 'with a wrong username or password'
  const ofBoard = createLimit(app, what, max, MINUTE, (request) => `${clientAddress(request)} ${request.board.id}`)
  const ofAddress = createLimit(app, what, max * LOGIN_FAILURES_FACTOR, MINUTE, clientAddress)
  return async (...login) => {
    await ofBoard?.(...login)
    await ofAddress?.(...login)
  }
}

function createLimit(
  app: FastifyInstance,
  what: string,
  max: number | undefined,
  timeWindow: number,
  keyGenerator: (request: FastifyRequest) => string,
  onStore?: (store: RateLimitStore) => void,
): Limit | undefined {
  if (max === undefined) return undefined
  const options = { max, timeWindow, keyGenerator, ...(onStore && { onStore }) }
  const check = app.createRateLimit(options)
  return async (request, reply, count = 1) => {
    if (request.isRehearsal) return
    let result = await check(request, { increment: count === 1 })
    const hasRoom = result.isAllowed || count <= 1 || result.remaining >= count
    for (let counted = 0; hasRoom && count > 1 && counted < count; counted++) result = await check(request)
    if (result.isAllowed || (hasRoom && !result.isExceeded)) return
    // Without a request in this window, it has not begun.
    const ttlInSeconds = result.ttlInSeconds || timeWindow / SECOND
    limitHeaders(reply, max, ttlInSeconds)
    throw new TooManyRequests(what, ttlInSeconds)
  }
}

function isBoardRoute(url: string): boolean {
  return variantOf(url) !== undefined || isLearnerRoute(url)
}

function addLimit(app: FastifyInstance, limit: Limit | undefined, counts: (request: FastifyRequest) => boolean): void {
  if (limit === undefined) return
  app.addHook('onRequest', (request, reply, done) => {
    if (!counts(request)) return done()
    limit(request, reply).then(() => done(), done)
  })
}
