import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import cors from '@fastify/cors'
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import { DEFAULT_ACCOUNTS } from './auth/accounts.js'
import { findBoard } from './boards/find-board.js'
import { journal } from './boards/journal.js'
import { BOARDS_DEFAULTS } from './boards/options.js'
import { stripBoardPrefix } from './boards/prefix.js'
import { addressRate, boardRate } from './boards/rate-limits.js'
import { type SweepOptions, sweep } from './boards/sweep.js'
import { SEED_END } from './chaos/draw.js'
import type { BoardsConfig } from './config.js'
import { createAuthority } from './control/authority.js'
import { control } from './control/index.js'
import { fillEmptyBoard } from './demo/fill-board.js'
import { errorHandler, sendClientError } from './http/error-handler.js'
import { gracefulClose } from './http/graceful-close.js'
import { commonHeaders, requestId } from './http/headers.js'
import { jsonBody } from './http/json-body.js'
import { collectMethods } from './http/method-not-allowed.js'
import { responseCache } from './http/response-cache.js'
import { schemaController } from './http/schema-controller.js'
import { routedUrl, strictRequest } from './http/strict-request.js'
import {
  ACCESS_TOKEN_SECONDS,
  JSON_BODY_BYTES_MAX,
  MEBIBYTE,
  RESPONSE_CACHE_MEBIBYTES,
  UPLOAD_BYTES_MAX,
} from './limits.js'
import { operations } from './monitoring/health.js'
import { metrics } from './monitoring/metrics.js'
import { documentation } from './openapi/documentation-page.js'
import { DEFAULT_BOARD, type Store } from './store/store.js'
import { type Clock, toTimestamp } from './time.js'
import { registerVariants, type VariantOptions } from './variants.js'

export interface AppOptions extends Partial<VariantOptions> {
  /** The store; the application closes it. */
  store: Store
  logger?: FastifyServerOptions['logger']
  trustProxy?: FastifyServerOptions['trustProxy']
  /** The origins that browsers may call from. */
  corsOrigin?: string | string[]
  /** The seed of the plan of faults; without one the stored seed goes on, or a random one is chosen. */
  faultSeed?: number | undefined
  /** Whether an empty board is filled with the demonstration tasks. */
  demoData?: boolean
  /** How much memory answers that are kept take at most, in bytes; 0: none is kept. */
  cacheMax?: number
  /** What concerns private boards. */
  boards?: Partial<BoardsConfig> & Pick<SweepOptions, 'sweepInterval'>
  clock?: Clock
  /** Random integers from 0 up to, not including, the argument. */
  randomInteger?: (end: number) => number
}

const HEADERS_BYTES_MAX = 16_384
/** Browsers may use every method and see the headers that matter to clients. */
const CORS = {
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
  exposedHeaders: [
    'Location',
    'X-Request-Id',
    'Content-Disposition',
    'Allow',
    'WWW-Authenticate',
    'Retry-After',
  ],
  strictPreflight: false,
  maxAge: 600,
}

/**
 * Builds the whole application: what it is made of, in the order in which it is put together. It never
 * listens.
 */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { store, clock = Date.now, randomInteger = randomInt } = options
  const variantOptions: VariantOptions = {
    accounts: DEFAULT_ACCOUNTS,
    accessTokenTtl: ACCESS_TOKEN_SECONDS,
    rates: {},
    delay: [2000, 5000],
    sleep: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }),
    clock,
    ...options,
  }

  const boards = { ...BOARDS_DEFAULTS, ...options.boards }
  const { publicUrl } = options
  const chooseSeed = () => randomInteger(SEED_END)

  const app = Fastify({
    logger: options.logger ?? false,
    trustProxy: options.trustProxy ?? false,
    bodyLimit: JSON_BODY_BYTES_MAX,
    requestTimeout: 60_000,
    routerOptions: { maxParamLength: HEADERS_BYTES_MAX },
    genReqId: requestId,
    // Those who are connected when the service stops get their answers.
    return503OnClosing: false,
    http: {
      maxHeaderSize: HEADERS_BYTES_MAX,
      headersTimeout: 30_000,
      requireHostHeader: false,
      // A body is taken in also while its request waits for a slow fault: a connection that is not read from does
      // not tell when the client hangs up.
      highWaterMark: UPLOAD_BYTES_MAX,
    },
    schemaController,
    rewriteUrl: (request) => stripBoardPrefix(request, routedUrl(request)),
    clientErrorHandler: (error, socket) => sendClientError(error, socket, clock),
  })

  // Expectations that are not understood may be ignored (RFC 9110, section 10.1.1).
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))

  app.decorate('store', store)
  app.addHook('onClose', () => store.close())
  app.decorate('now', () => toTimestamp(clock()))
  app.decorateRequest('searchOptions', undefined)
  app.decorate('documents', new Map())

  const methods = collectMethods(app, HEADERS_BYTES_MAX)
  await app.register(gracefulClose)
  await app.register(commonHeaders)
  await app.register(cors, { ...CORS, origin: options.corsOrigin ?? '*' })
  await app.register(addressRate, boards)
  await app.register(findBoard, { ...boards, clock })
  await app.register(strictRequest)
  await app.register(boardRate, boards)
  await app.register(journal, { isDefaultRecorded: boards.adminToken !== undefined })
  await app.register(sweep, { ...boards, clock })
  await app.register(errorHandler, { clock, allowedAt: methods.allowedAt })
  await app.register(jsonBody)
  await app.register(responseCache, { max: options.cacheMax ?? RESPONSE_CACHE_MEBIBYTES * MEBIBYTE })
  await registerVariants(app, { ...variantOptions, hasQuotas: !boards.isLocal })
  const authority = createAuthority(store, { ...boards, clock })
  await app.register(control, { ...boards, authority, clock, chooseSeed, faults: variantOptions, publicUrl })
  await app.register(metrics, {
    authorize(request, reply) {
      if (!boards.isLocal) authority.requireAdmin(request, reply)
    },
  })
  await app.register(documentation, { publicUrl, hasQuotas: !boards.isLocal })
  await app.register(operations)
  methods.registerRefusals()

  const plan = await store.startFaultPlan(DEFAULT_BOARD, options.faultSeed, chooseSeed())
  app.log.info({ seed: plan.seed, ordinal: plan.ordinal }, 'plan of faults')
  if (options.demoData) await fillEmptyBoard(store, DEFAULT_BOARD, clock)
  return app
}
