import type { FastifyInstance } from 'fastify'
import pLimit from 'p-limit'
import { BoardFull, BoardNotFound, OutcomeUnknown, StoreUnavailable, TooBusy } from '../../contract/errors.js'
import { LOGS_WAITING_BYTES_MAX, SEGMENT_BYTES_MAX } from '../../contract/limits.js'
import type { LogEntry } from '../../rules/log/entry.js'

/** The interval between two writes, in milliseconds. A process that is killed loses the requests of one interval. */
const INTERVAL = 500

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

  function sizeOf({ exchange }: LogEntry): number {
    return ENTRY_BYTES + (exchange?.size ?? 0)
  }

  /** Returns what waits of a board, also if it has no entries: then the next write touches the board. */
  function touch(board: string): Waiting {
    const waiting = boards.get(board) ?? { entries: [], bytes: 0 }
    boards.set(board, waiting)
    timer ??= setTimeout(flushAll, INTERVAL).unref()
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
    let left = waiting.entries.length
    do {
      const entries = take(waiting)
      left -= entries.length
      try {
        await store.recordRequests(board, entries, now(), exchangesMax)
      } catch (error) {
        if (error instanceof StoreUnavailable || error instanceof TooBusy || error instanceof OutcomeUnknown) {
          waiting.entries.unshift(...entries)
          for (const entry of entries) resize(waiting, sizeOf(entry))
          // Entries are stored once in any case, so requests that wait for them can be repeated.
          throw error instanceof OutcomeUnknown ? new StoreUnavailable({ cause: error }) : error
        }
        // A board that was deleted needs no log, and one whose rows have reached their limit cannot store it.
        if (error instanceof BoardNotFound || error instanceof BoardFull) continue
        log.error({ err: error, board }, 'dropped requests that can never be stored')
      }
    } while (left > 0 && waiting.entries.length > 0)
    boards.delete(board)
    // Those that have arrived meanwhile have not waited long.
    if (waiting.entries.length > 0) boards.set(board, waiting)
  }

  /** Writes the entries of a board after its running write. */
  function writeNext(board: string): Promise<void> {
    const written = (writing.get(board) ?? Promise.resolve())
      .catch(() => {})
      .then(() => write(board))
      .finally(() => {
        if (writing.get(board) === written) writing.delete(board)
      })
    writing.set(board, written)
    return written
  }

  async function flush(wanted?: readonly string[]): Promise<void> {
    // A board without entries is only touched, which can wait.
    const due = wanted?.filter((board) => writing.has(board) || boards.get(board)?.entries.length) ?? [
      ...new Set([...boards.keys(), ...writing.keys()]),
    ]
    const limit = pLimit(WRITES_AT_ONCE)
    const results = await Promise.allSettled(due.map((board) => limit(() => writeNext(board))))
    const failed = results.find((result) => result.status === 'rejected')
    if (failed !== undefined) throw failed.reason
  }

  async function flushAll(): Promise<void> {
    await flush().catch((err) => log.warn({ err }, 'could not write the logs of boards'))
    timer = boards.size === 0 ? undefined : setTimeout(flushAll, INTERVAL).unref()
  }

  return {
    /** Records that a board is in use, so that it does not expire. */
    touch: (board: string) => void touch(board),
    /** Adds an entry to the log of a board. */
    add(board: string, entry: LogEntry): void {
      const waiting = touch(board)
      waiting.entries.push(entry)
      resize(waiting, sizeOf(entry))
      dropSurplus()
      // The next flush reports a failure.
      if (waiting.bytes > SEGMENT_BYTES_MAX && !writing.has(board)) writeNext(board).catch(() => {})
    },
    /** Writes the logs of boards, by default of all. Resolves when they contain all finished requests. */
    flush,
    /** Writes what waits, and then nothing more. */
    async close(): Promise<void> {
      clearTimeout(timer)
      await flushAll()
      clearTimeout(timer)
    },
  }
}
