import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyServerOptions } from 'fastify'
import { DEFAULT_ACCOUNTS } from './auth/accounts.js'
import { BOARDS_DEFAULTS, type BoardsOptions } from './boards/options.js'
import type { SweepOptions } from './boards/sweep.js'
import { ACCESS_TOKEN_SECONDS, MEBIBYTE, RESPONSE_CACHE_MEBIBYTES } from './contract/limits.js'
import { EDITIONS } from './editions/index.js'
import type { Drill } from './habits/drill.js'
import type { ConnectionOptions } from './http/connections.js'
import type { GracefulCloseOptions } from './http/graceful-close.js'
import type { WaitingResponsesOptions } from './http/waiting-responses.js'
import type { ExchangeListener } from './journal/exchange-recorder.js'
import type { JournalOptions } from './journal/journal.js'
import type { Store } from './store/store.js'
import type { StreamOptions } from './training/streams.js'
import type { VariantOptions } from './variants.js'

/** The options of the application. All options except the store have defaults. */
export interface AppOptions
  extends Partial<VariantOptions>,
    ConnectionOptions,
    GracefulCloseOptions,
    WaitingResponsesOptions {
  /** The store. The application closes it. */
  store: Store
  logger?: FastifyServerOptions['logger']
  /** Returns the number of log lines that could not be written, for the metrics. */
  droppedLogLines?: () => number
  trustProxy?: FastifyServerOptions['trustProxy']
  /** The origins whose web pages may call the API. */
  corsOrigin?: string | string[]
  /** Hosts that the service accepts in addition to the hosts of this machine and of `publicUrl`. */
  allowedHosts?: string[]
  /**
   * The seed of the fault plan of the default board. The default is the stored seed, or a random one at the first
   * start.
   */
  faultSeed?: number | undefined
  /** Whether to fill an empty default board with the demo tasks. */
  demoData?: boolean
  /** The maximum size of the response cache in bytes; 0 disables the cache. */
  cacheMax?: number
  /** Whether the service determines the responses that it would have sent without faults and defects. */
  evidence?: boolean
  /** The maximum duration of the determination of one response in milliseconds. The default is 5 seconds. */
  rehearsalMax?: number
  /** A drill with all requests to the service. */
  drill?: Drill
  /** The options of event streams. */
  streams?: StreamOptions
  /** The options of private boards. */
  boards?: Partial<BoardsOptions> &
    Pick<SweepOptions, 'sweepInterval' | 'settleTime'> &
    Pick<JournalOptions, 'waitingMax'>
  /** Gets all finished requests to variants of private boards. Only the grade uses it. */
  onExchange?: ExchangeListener
  /** Returns a random integer from 0 (inclusive) to `end` (exclusive). */
  randomInteger?: (end: number) => number
}

/** Returns the options with their defaults. */
export function withDefaults(options: AppOptions) {
  return {
    edition: EDITIONS[0],
    corsOrigin: '*',
    allowedHosts: [],
    demoData: false,
    evidence: true,
    droppedLogLines: () => 0,
    cacheMax: RESPONSE_CACHE_MEBIBYTES * MEBIBYTE,
    randomInteger: (end: number) => randomInt(end),
    clock: Date.now,
    accounts: DEFAULT_ACCOUNTS,
    accessTokenTtl: ACCESS_TOKEN_SECONDS,
    rates: {},
    streams: {},
    delay: [2000, 5000] as const,
    sleep: (milliseconds: number, signal: AbortSignal) => sleep(milliseconds, undefined, { signal }),
    ...options,
    logger: options.logger ?? false,
    trustProxy: options.trustProxy ?? false,
    boards: { ...BOARDS_DEFAULTS, ...options.boards },
  }
}
