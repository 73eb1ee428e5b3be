import type { FastifyInstance } from 'fastify'
import pLimit from 'p-limit'
import { BoardFull, BoardNotFound, OutcomeUnknown, StoreUnavailable, TooBusy } from '../../contract/errors.js'
import { LOGS_WAITING_BYTES_MAX, SEGMENT_BYTES_MAX } from '../../contract/limits.js'
import type { LogEntry } from '../../rules/log/entry.js'

/** The time that the entries of a board wait, in milliseconds. A process that is killed loses the requests of this time. */
const WAIT = 400

/** The time between two rounds in milliseconds. Each writes the logs that have waited long enough. */
const ROUND = 100

/** The maximum number of logs that are written at once. In between, the service handles requests. */
const WRITES_AT_ONCE = 50

/** What an entry takes in memory without its exchange, in bytes. Paths, queries and request ids are short. */
const ENTRY_BYTES = 1024

export interface RequestLogsOptions {
  /** The maximum size of the recorded exchanges of a private board in bytes; 0 records none. */
  exchangesMax: number
  /** The maximum size of the entries that wait, in bytes. */
  waitingMax?: number
}

/** The entries of a board that wait, and their size in bytes. */
interface Waiting {
  entries: LogEntry[]
  bytes: number
  /** The time of the first one, in milliseconds of the monotonic clock. */
  since: number
}

export type RequestLogs = ReturnType<typeof createRequestLogs>

/**
 * Writes the logs of boards in groups. Entries wait in memory meanwhile. If there are too many, those of the boards that
 * have waited longest are dropped, the oldest ones first.
 */
export function createRequestLogs(
  { store, now, log }: Pick<FastifyInstance, 'store' | 'now' | 'log'>,
  { exchangesMax, waitingMax = LOGS_WAITING_BYTES_MAX }: RequestLogsOptions,
) {
  /** By board. The one that has waited longest is the first. */
  const boards = new Map<string, Waiting>()
  let bytes = 0
  /** The last write of each board, unless it has ended. Those of a board run one after the other. */
  const writing = new Map<string, Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  /** The challenges of which entries that are not stored have steps, by board. */
  const begun = new Map<string, Set<string>>()
  /** When a failure was logged. */
  let warnedAt = Number.NEGATIVE_INFINITY

  function sizeOf({ exchange }: LogEntry): number {
    return ENTRY_BYTES + (exchange?.size ?? 0)
  }

  /** Returns what waits of a board, also if it has no entries: then the next write touches the board. */
  function touch(board: string): Waiting {
    const known = boards.get(board)
    if (known !== undefined) return known
    const waiting = { entries: [], bytes: 0, since: performance.now() }
    boards.set(board, waiting)
    timer ??= setTimeout(runRound, ROUND).unref()
    return waiting
  }

  function resize(waiting: Waiting, difference: number): void {
    waiting.bytes += difference
    bytes += difference
  }

  function dropSurplus(): void {
    for (const waiting of boards.values()) {
      while (bytes > waitingMax && waiting.entries.length > 0)
        resize(waiting, -sizeOf(waiting.entries.shift() as LogEntry))
      if (bytes <= waitingMax) return
    }
  }

  /** Takes the oldest entries of a board, as many as one write stores. */
  function take(waiting: Waiting): LogEntry[] {
    let size = 0
    const end = waiting.entries.findIndex((entry) => {
      size += sizeOf(entry)
      return size > SEGMENT_BYTES_MAX
    })
    const taken = waiting.entries.splice(0, end < 0 ? waiting.entries.length : Math.max(end, 1))
    for (const entry of taken) resize(waiting, -sizeOf(entry))
    return taken
  }

  async function write(board: string): Promise<void> {
    const waiting = boards.get(board)
    if (waiting === undefined) return
    // Entries that arrive meanwhile begin to wait.
    boards.delete(board)
    do {
      const entries = take(waiting)
      try {
        await store.recordRequests(board, entries, now(), exchangesMax)
      } catch (error) {
        if (error instanceof StoreUnavailable || error instanceof TooBusy || error instanceof OutcomeUnknown) {
          const later = touch(board)
          later.entries.unshift(...entries, ...waiting.entries)
          for (const entry of entries) resize(waiting, sizeOf(entry))
          later.bytes += waiting.bytes
          // Entries are stored once in any case, so requests that wait for them can be repeated.
          throw error instanceof OutcomeUnknown ? new StoreUnavailable({ cause: error }) : error
        }
        // A board that was deleted needs no log, and one whose rows have reached their limit cannot store it.
        if (error instanceof BoardNotFound || error instanceof BoardFull) continue
        log.error({ err: error, board }, 'dropped requests that can never be stored')
      }
    } while (waiting.entries.length > 0)
  }

  /** Writes the entries of a board after its running write. */
  function writeNext(board: string): Promise<void> {
    const written = (writing.get(board) ?? Promise.resolve())
      .catch(() => {})
      .then(() => write(board))
      .finally(() => {
        if (writing.get(board) !== written) return
        writing.delete(board)
        if (!boards.has(board)) begun.delete(board)
      })
    writing.set(board, written)
    return written
  }

  async function flush(wanted: Iterable<string> = new Set([...boards.keys(), ...writing.keys()])): Promise<void> {
    const limit = pLimit(WRITES_AT_ONCE)
    const results = await Promise.allSettled(Array.from(wanted, (board) => limit(() => writeNext(board))))
    const failed = results.find((result) => result.status === 'rejected')
    if (failed !== undefined) throw failed.reason
  }

  function warn(err: unknown): void {
    if (performance.now() - warnedAt < WAIT) return
    warnedAt = performance.now()
    log.warn({ err }, 'could not write the logs of boards')
  }

  /** Writes the logs that have waited long enough. It does not wait for their commits: later ones may share them. */
  function runRound(): void {
    const end = performance.now() - WAIT
    for (const [board, { since }] of [...boards]) {
      if (since > end) break
      if (!writing.has(board)) writeNext(board).catch(warn)
    }
    timer = boards.size === 0 ? undefined : setTimeout(runRound, ROUND).unref()
  }

  return {
    /** Records that a board is in use, so that it does not expire. */
    touch: (board: string) => void touch(board),
    /** Adds an entry to the log of a board. */
    add(board: string, entry: LogEntry): void {
      const waiting = touch(board)
      waiting.entries.push(entry)
      resize(waiting, sizeOf(entry))
      for (const { challenge } of entry.challenges?.marks ?? []) {
        begun.set(board, (begun.get(board) ?? new Set()).add(challenge))
      }
      dropSurplus()
      // The next flush reports a failure.
      if (waiting.bytes > SEGMENT_BYTES_MAX && !writing.has(board)) writeNext(board).catch(() => {})
    },
    /** Whether an entry that is not stored has a step of a challenge. */
    hasStep: (board: string, challenge: string) => begun.get(board)?.has(challenge) === true,
    /** Writes the logs of boards, by default of all. Resolves when they contain all finished requests. */
    flush: (wanted?: readonly string[]) =>
      // A board without entries is only touched, which can wait.
      flush(wanted?.filter((board) => writing.has(board) || boards.get(board)?.entries.length)),
    /** Writes what waits, and then nothing more. */
    async close(): Promise<void> {
      await flush().catch(warn)
      clearTimeout(timer)
    },
  }
}
