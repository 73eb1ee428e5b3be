import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { BoardRates } from '../config.js'
import { TooManyRequests } from '../errors.js'
import { exposeHeaders } from '../http/expose-headers.js'
import { DEFAULT_BOARD } from '../store/store.js'

export interface RateLimitOptions {
  rates: BoardRates
  /** Whether all who reach the service are on its machine. */
  isLocal: boolean
}

/** Refuses a request that is one too many. */
type Limit = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

declare module 'fastify' {
  interface FastifyInstance {
    /** @throws TooManyRequests where the address of a request has made too many boards lately */
    limitBoardCreation: Limit
  }
}

const SECOND = 1000
const HOUR = 3_600_000

const HEADERS = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']

/**
 * Bounds how much an address asks, and how many boards it makes. Every process counts for itself. What is asked of the
 * default board of a service that only its own machine reaches is not bounded.
 */
export const addressRate = fp<RateLimitOptions>(
  async (app, { rates, isLocal }) => {
    await app.register(rateLimit, { global: false })
    app.decorate(
      'limitBoardCreation',
      createLimit(app, 'for boards from this address', rates.boardsPerHour, HOUR, addressOf) ??
        (async () => {}),
    )
    const limit = createLimit(app, 'from this address', rates.address, SECOND, addressOf)
    // Also where there turns out to be no such board.
    addLimit(app, limit, ({ raw }) => !isLocal || raw.boardId !== undefined)
  },
  { name: 'address-rate' },
)

/** Bounds how often the operations of a board are asked for, which is known by then; the same holds for the default board. */
export const boardRate = fp<RateLimitOptions>(
  async (app, { rates, isLocal }) => {
    const limit = createLimit(app, 'to this board', rates.board, SECOND, ({ board }) => board)
    addLimit(
      app,
      limit,
      ({ board, routeOptions }) =>
        (!isLocal || board !== DEFAULT_BOARD) && routeOptions.url?.startsWith('/api/') === true,
    )
  },
  { name: 'board-rate', dependencies: ['address-rate'] },
)

/** Addresses of IPv6 count by their /64. Who has hung up has none any more. */
function addressOf({ ip }: FastifyRequest): string {
  return ip === undefined ? '' : normalizeIP(ip)
}

function createLimit(
  app: FastifyInstance,
  what: string,
  max: number | undefined,
  timeWindow: number,
  keyGenerator: (request: FastifyRequest) => string,
): Limit | undefined {
  if (max === undefined) return undefined
  const check = app.createRateLimit({ max, timeWindow, keyGenerator })
  return async (request, reply) => {
    const result = await check(request)
    if (result.isAllowed || !result.isExceeded) return
    const { ttlInSeconds } = result
    reply.header('retry-after', ttlInSeconds)
    for (const [index, value] of [max, 0, ttlInSeconds].entries()) {
      reply.header(HEADERS[index] as string, value)
    }
    exposeHeaders(reply, ...HEADERS)
    throw new TooManyRequests(what, ttlInSeconds)
  }
}

function addLimit(
  app: FastifyInstance,
  limit: Limit | undefined,
  counts: (request: FastifyRequest) => boolean,
): void {
  if (limit === undefined) return
  app.addHook('onRequest', (request, reply, done) => {
    if (!counts(request)) return done()
    limit(request, reply).then(() => done(), done)
  })
}
