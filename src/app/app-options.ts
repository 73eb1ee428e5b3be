import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import { DEFAULT_ACCOUNTS } from '../api/auth/accounts.js'
import type { SweepOptions } from '../api/boards/sweep.js'
import type { BuggyOptions } from '../api/buggy/index.js'
import { EDITIONS } from '../api/editions/index.js'
import type { ExpectedOptions } from '../api/expected/plugin.js'
import type { RateLimitOptions } from '../api/rate-limits.js'
import type { RecorderOptions } from '../api/recorder/recorder.js'
import type { StreamOptions } from '../classroom/events/streams.js'
import { LOGIN_FAILURES, MEBIBYTE, SNAPSHOT_MEBIBYTES } from '../contract/limits.js'
import type { Clock } from '../contract/time.js'
import type { ConnectionOptions } from '../http/connections.js'
import type { GracefulCloseOptions } from '../http/graceful-close.js'
import type { SendingOptions } from '../http/sending.js'
import type { Store } from '../rooms/store.js'
import type { Drill } from '../rules/client-habits/drill.js'
import { type Config, readConfig } from './config.js'

/** Returns the options that a configuration sets, without `logLevel`, which Fastify uses in the options of plugins. */
export function toOptions({ logLevel, edition: name, ...settings }: Config) {
  return { ...settings, edition: EDITIONS.find((edition) => edition.name === name) ?? EDITIONS[0] }
}

/** The options of the application. All options except the store have defaults. */
export interface AppOptions extends Partial<ReturnType<typeof toOptions>>, GracefulCloseOptions {
  /** The store. The application closes it. */
  store: Store
  logger?: FastifyServerOptions['logger']
  /** Returns the number of log lines that could not be written, for the metrics. */
  droppedLogLines?: () => number
  clock?: Clock
  /**
   * The application of the current edition in the same process, with the same store. This one then shares what it has in
   * memory: the logs, the ordinal numbers, the drills, the streams and the writes that overlap.
   */
  main?: FastifyInstance
  /** A drill with all requests to the service. */
  drill?: Drill
  /** Gets all finished requests to variants of private boards. Only the grade uses it. */
  onExchange?: NonNullable<RecorderOptions['onExchange']>
  /** What only tests and benchmarks set. */
  testing?: TestingOptions | undefined
}

/** The options that only tests and benchmarks set: waits, randomness, and limits that are constants elsewhere. */
export interface TestingOptions
  extends Partial<Pick<BuggyOptions, 'sleep'>>,
    Partial<Pick<RateLimitOptions, 'loginFailures'>>,
    Partial<Pick<ExpectedOptions, 'evidence' | 'dryRunMax'>>,
    Pick<SweepOptions, 'sweepInterval' | 'settleTime'>,
    Partial<Pick<RecorderOptions, 'isRecording' | 'waitingMax'>>,
    ConnectionOptions,
    SendingOptions {
  /** Returns a random integer from 0 (inclusive) to `end` (exclusive). */
  randomInteger?: (end: number) => number
  /** The maximum size of a snapshot in bytes. */
  snapshotMax?: number
  /** The options of event streams. */
  streams?: StreamOptions
}

/** Returns the options with their defaults. */
export function withDefaults({ testing, ...options }: AppOptions) {
  const settings = { ...toOptions(readConfig()), ...options }
  return {
    droppedLogLines: () => 0,
    clock: Date.now,
    ...settings,
    logger: options.logger ?? false,
    // The published accounts are public, so their logins are not limited.
    loginFailures: settings.accounts === DEFAULT_ACCOUNTS ? undefined : LOGIN_FAILURES,
    evidence: true,
    isRecording: true,
    snapshotMax: SNAPSHOT_MEBIBYTES * MEBIBYTE,
    randomInteger: (end: number) => randomInt(end),
    sleep: (milliseconds: number, signal: AbortSignal) => sleep(milliseconds, undefined, { signal }),
    streams: {},
    ...testing,
  }
}
