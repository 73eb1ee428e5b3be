import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Challenge } from '../challenges/challenge.js'
import { createFinder, type Finder } from '../challenges/marks.js'
import { DEFAULT_BOARD, isBoardId } from '../contract/board-id.js'
import { BoardFull, BoardNotFound, OutcomeUnknown, StoreUnavailable, TooBusy } from '../contract/errors.js'
import { JOURNAL_MAX } from '../contract/limits.js'
import { variantOf } from '../contract/variant-path.js'
import { packExchange } from '../evidence/segment.js'
import { plugin } from '../http/plugin.js'
import { isSafe, requestVariant } from '../http/request-target.js'
import type { BoardState } from '../rooms/state.js'
import { keepResponses } from './exchange-hooks.js'
import { observe } from './observe.js'
import { PAGE_REQUEST } from './page-request.js'
import { DISCONNECTED, toEntry } from './to-entry.js'
import { toExchange } from './to-exchange.js'
import { createWaitingEntries } from './waiting-entries.js'

declare module 'fastify' {
  interface FastifyInstance {
    /** Writes the journals of boards, by default of all. Resolves when they contain all finished requests. */
    flushJournals(boards?: readonly string[]): Promise<void>
    /** Records that a board is in use, so that it does not expire. */
    touchBoard(board: string): void
    /** Records a finished request in the journal of its board. The finder looks for the challenges that it solves. */
    journalRequest(request: FastifyRequest, reply: FastifyReply, finder: Finder): void
    /** The challenges that learners can solve on private boards. */
    challenges: readonly Challenge[]
  }
  interface FastifyContextConfig {
    /** Whether the response to a safe method depends on all requests that have ended. */
    showsJournal?: true
  }
}

/** Whether an operation depends on all requests that have ended. One that changes a board may restart what they count for. */
export function dependsOnJournal({ method, routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.showsJournal ?? !isSafe(method)
}

/** The interval between two writes, in milliseconds. A process that is killed loses the requests of one interval. */
const INTERVAL = 500

/** The maximum number of journals that are written at once. In between, the service handles requests. */
const GROUP_SIZE = 50

/** Whether a request belongs to a variant. The journal contains no other requests. */
function isVariantRequest(request: FastifyRequest): boolean {
  return requestVariant(request) !== undefined
}

/** Whether the board page loads tasks or an OpenAPI document. Clients can hide no other requests in this way. */
function isPageLoad({ id, method, routeOptions: { url = '' } }: FastifyRequest): boolean {
  return method === 'GET' && id.startsWith(PAGE_REQUEST) && (variantOf(url) === 'v1' || url.endsWith('/openapi.json'))
}

export interface JournalOptions {
  /** Whether the default board has a journal. Without an administrator it needs none, because no client could read it. */
  isDefaultRecorded: boolean
  /** The maximum size of the recorded exchanges of a private board in bytes; 0 records none. */
  exchangesMax: number
  /** The maximum number of entries in memory. */
  waitingMax?: number
  /** The challenges that learners can solve. */
  challenges: readonly Challenge[]
  /** The application whose journals this one writes. */
  main?: FastifyInstance | undefined
}

/**
 * Records requests in the journals of their boards, and the exchanges of private boards. They are written in groups and do
 * not delay responses.
 */
export const journal = plugin<JournalOptions>('journal', [], async (app, options) => {
  const { isDefaultRecorded, exchangesMax, waitingMax, challenges, main } = options
  const finder = createFinder(challenges)
  const waiting = createWaitingEntries(waitingMax)
  /** The last write of each board, unless it has ended. Those of a board run one after the other. */
  const writing = new Map<string, Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  /** The requests to private boards that the journal has, or ignores. */
  const finished = new WeakSet<FastifyRequest>()

  keepResponses(app)

  function finish(request: FastifyRequest, reply: FastifyReply): void {
    finished.add(request)
    app.journalRequest(request, reply, finder)
  }

  app.boardHooks.onRequest.push((request, reply) => {
    // Fastify calls `onResponse` only for complete responses.
    if (request.isRehearsal) return
    reply.raw.once('close', () => {
      if (finished.has(request)) return
      if (!reply.raw.headersSent) reply.raw.statusCode = DISCONNECTED
      finish(request, reply)
    })
  })
  app.boardHooks.onResponse.push(finish)
  if (isDefaultRecorded) {
    app.addHook('onResponse', (request, reply, done) => {
      if (request.board.address === null && isVariantRequest(request)) finish(request, reply)
      done()
    })
  }

  /** Requests to unknown boards are in no journal. */
  function journalRequest(request: FastifyRequest, reply: FastifyReply, finder: Finder): void {
    const { id, state, address } = request.board
    if (address === null) recordOn(DEFAULT_BOARD, undefined, request, reply, finder)
    else if (state !== null) recordOn(id, state, request, reply, finder)
    else if ((reply.statusCode === 429 || request.method === 'OPTIONS') && isBoardId(address.id)) {
      // The rate limit of an address and CORS respond before the service looks up the board, which may not exist.
      const found = app.store.findState(address.id)
      if (found !== undefined) recordOn(address.id, found, request, reply, finder)
    }
  }

  function recordOn(
    board: string,
    state: BoardState | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
    finder: Finder,
  ): void {
    touchBoard(board)
    if (isPageLoad(request)) return
    const found = state && observe(finder, request, reply, state)
    const isListed = isVariantRequest(request)
    if (!isListed && found === undefined) return
    const entry = toEntry(request, reply, app.now())
    if (found !== undefined) entry.challenges = found
    if (!isListed) entry.isListed = false
    if (exchangesMax > 0 && isListed) entry.exchange = packExchange(toExchange(request, reply))
    waiting.add(board, [entry])
    // The next flush reports a failure.
    if (waiting.countOf(board) > JOURNAL_MAX) flushBoard(board).catch(() => {})
  }

  /** Writes the entries of a board after those of its running write, which come back if it fails. */
  function flushBoard(board: string): Promise<void> {
    const written = (writing.get(board) ?? Promise.resolve())
      .catch(() => {})
      .then(() => write(board))
      .finally(() => {
        if (writing.get(board) === written) writing.delete(board)
      })
    writing.set(board, written)
    return written
  }

  async function write(board: string): Promise<void> {
    const entries = waiting.take(board)
    if (entries === undefined) return
    try {
      await app.store.recordRequests(board, entries, app.now(), exchangesMax)
    } catch (error) {
      // A board that was deleted needs no journal, and one whose rows have reached their limit has no room for it.
      if (error instanceof BoardNotFound || error instanceof BoardFull) return
      if (!(error instanceof StoreUnavailable || error instanceof TooBusy)) {
        app.log.error({ err: error, board }, 'dropped requests that can never be stored')
        return
      }
      waiting.add(board, entries, true)
      // Entries are stored once in any case, so requests that wait for them can be repeated.
      throw error instanceof OutcomeUnknown ? new StoreUnavailable({ cause: error }) : error
    }
  }

  async function flushJournals(wanted?: readonly string[]): Promise<void> {
    // A board without entries is only touched, which can wait.
    const boards = wanted?.filter((board) => writing.has(board) || waiting.countOf(board) > 0) ?? [
      ...new Set([...waiting.boards(), ...writing.keys()]),
    ]
    const failures: unknown[] = []
    for (let first = 0; first < boards.length; first += GROUP_SIZE) {
      const written = await Promise.allSettled(boards.slice(first, first + GROUP_SIZE).map(flushBoard))
      for (const outcome of written) if (outcome.status === 'rejected') failures.push(outcome.reason)
    }
    if (failures.length > 0) throw failures[0]
  }

  /** The next write touches the board. */
  function touchBoard(board: string): void {
    waiting.touch(board)
    timer ??= setTimeout(flush, INTERVAL).unref()
  }

  async function flush(): Promise<void> {
    try {
      await app.flushJournals()
    } catch (error) {
      app.log.warn({ err: error }, 'could not write journals')
    }
    const { done } = waiting.boards().next()
    timer = done ? undefined : setTimeout(flush, INTERVAL).unref()
  }

  app.decorate('challenges', challenges)
  app.decorate('journalRequest', main?.journalRequest ?? journalRequest)
  app.decorate('flushJournals', main?.flushJournals ?? flushJournals)
  app.decorate('touchBoard', main?.touchBoard ?? touchBoard)
  app.addHook('onClose', async () => {
    clearTimeout(timer)
    await flush()
    clearTimeout(timer)
  })
})
