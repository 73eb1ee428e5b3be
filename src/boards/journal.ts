import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { pathOf } from '../http/error-handler.js'
import { JOURNAL_MAX } from '../limits.js'
import { DEFAULT_BOARD, type JournalEntry } from '../store/store.js'
import { variantOf } from '../variant-path.js'

declare module 'fastify' {
  interface FastifyInstance {
    /** Resolves when the requests to a board that were answered are in its journal. */
    flushJournal(board: string): Promise<void>
    /** Takes note that a board is used, so that it does not expire. */
    touchBoard(board: string): void
  }
}

/** How long a request waits to be written, at most, in milliseconds. */
const INTERVAL = 500

/** How many journals are written at once, so that requests are answered in between. */
const AT_ONCE = 50

/** How many wait, at most; while the store does not answer, the oldest are forgotten. */
const WAITING_MAX = 20_000

/** Whether a request is worth remembering: those to a variant are. */
function isOfVariant({ routeOptions, url }: FastifyRequest): boolean {
  return variantOf(routeOptions.url ?? pathOf(url)) !== undefined
}

/**
 * Keeps a journal of the requests to private boards, and to the default one where somebody may read it. It is written beside
 * the requests, many at a time, and holds neither bodies nor queries nor headers.
 *
 * @param isDefaultRecorded whether there is somebody who may read the journal of the default board
 */
export const journal = fp<{ isDefaultRecorded: boolean }>(
  async (app, { isDefaultRecorded }) => {
    const waiting = new Map<string, JournalEntry[]>()
    const writing = new Map<string, Promise<void>>()
    let count = 0
    let timer: NodeJS.Timeout | undefined

    app.addHook('onResponse', (request, reply, done) => {
      if (request.board !== DEFAULT_BOARD || isOfDefault(request)) note(request, reply)
      done()
    })

    /** Whether the journal of the default board has a request to no private one; one that was not found has none. */
    function isOfDefault(request: FastifyRequest): boolean {
      return isDefaultRecorded && request.raw.boardId === undefined && isOfVariant(request)
    }

    function note(request: FastifyRequest, reply: FastifyReply): void {
      const entries = entriesOf(request.board)
      if (!isOfVariant(request)) return
      entries.push(toEntry(request, reply, app.now()))
      if (entries.length > JOURNAL_MAX) entries.shift()
      else count++
      if (count > WAITING_MAX) forgetOldest()
    }

    /** What waits to be written of a board; that may be nothing but that it was used. */
    function entriesOf(board: string): JournalEntry[] {
      const entries = waiting.get(board) ?? []
      waiting.set(board, entries)
      timer ??= setTimeout(flush, INTERVAL).unref()
      return entries
    }

    function forgetOldest(): void {
      const [board, entries] = [...waiting][0] as [string, JournalEntry[]]
      waiting.delete(board)
      count -= entries.length
    }

    /** One after the other, so that who asks for a journal waits for what is being written to it. */
    function flushJournal(board: string): Promise<void> {
      const before = writing.get(board) ?? Promise.resolve()
      const written = before.catch(() => {}).then(() => write(board))
      writing.set(board, written)
      const forget = () => {
        if (writing.get(board) === written) writing.delete(board)
      }
      written.then(forget, forget)
      return written
    }

    async function write(board: string): Promise<void> {
      const entries = waiting.get(board)
      if (entries === undefined) return
      waiting.delete(board)
      count -= entries.length
      try {
        await app.store.recordRequests(board, entries, app.now())
      } catch (error) {
        // Until the store answers again.
        const later = waiting.get(board) ?? []
        const kept = [...entries, ...later].slice(-JOURNAL_MAX)
        waiting.set(board, kept)
        count += kept.length - later.length
        throw error
      }
    }

    async function flush(): Promise<void> {
      // Those that are being written are waited for.
      const boards = [...new Set([...writing.keys(), ...waiting.keys()])]
      for (let first = 0; first < boards.length; first += AT_ONCE) {
        const outcomes = await Promise.allSettled(boards.slice(first, first + AT_ONCE).map(flushJournal))
        const failed = outcomes.find((outcome) => outcome.status === 'rejected')
        if (failed === undefined) continue
        app.log.warn({ err: failed.reason }, 'journals could not be written')
        break
      }
      timer = waiting.size > 0 ? setTimeout(flush, INTERVAL).unref() : undefined
    }

    app.decorate('flushJournal', flushJournal)
    app.decorate('touchBoard', (board: string) => {
      entriesOf(board)
    })
    app.addHook('onClose', async () => {
      clearTimeout(timer)
      await flush()
      clearTimeout(timer)
    })
  },
  { name: 'journal' },
)

function toEntry(request: FastifyRequest, reply: FastifyReply, time: string): JournalEntry {
  const { faults } = request
  return {
    time,
    ordinal: faults?.ordinal ?? null,
    method: request.method,
    route: request.is404 ? null : (request.routeOptions.url ?? null),
    path: pathOf(request.url),
    status: reply.statusCode,
    duration: Math.round(reply.elapsedTime * 1000),
    requestId: request.id,
    drawn: faults?.drawn.map(({ fault }) => fault.name) ?? [],
    changed: [...(faults?.effective ?? [])],
  }
}
