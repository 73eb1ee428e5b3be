import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { JOURNAL_MAX } from '../limits.js'
import { DEFAULT_BOARD, type JournalEntry } from '../store/store.js'

declare module 'fastify' {
  interface FastifyInstance {
    /** Resolves when the requests to a board that were answered are in its journal. */
    flushJournal(board: string): Promise<void>
  }
}

/** How long a request waits to be written, at most, in milliseconds. */
const INTERVAL = 250

/** How many wait, at most; while the store does not answer, the oldest are forgotten. */
const WAITING_MAX = 20_000

/** The requests that are worth remembering: those to a variant. */
const API = /^\/api\//

/**
 * Keeps a journal of the requests to private boards, and to the default one where somebody may read it. It is written beside
 * the requests, many at a time, and holds neither bodies nor queries nor headers.
 *
 * @param isDefaultRecorded whether there is somebody who may read the journal of the default board
 */
export const journal = fp<{ isDefaultRecorded: boolean }>(
  async (app, { isDefaultRecorded }) => {
    const waiting = new Map<string, JournalEntry[]>()
    let count = 0
    let timer: NodeJS.Timeout | undefined

    app.addHook('onResponse', (request, reply, done) => {
      if (request.board !== DEFAULT_BOARD || isDefaultRecorded) note(request, reply)
      done()
    })

    function note(request: FastifyRequest, reply: FastifyReply): void {
      const entries = waiting.get(request.board) ?? []
      waiting.set(request.board, entries)
      if (API.test(request.url)) {
        entries.push(toEntry(request, reply, app.now()))
        if (entries.length > JOURNAL_MAX) entries.shift()
        else count++
        if (count > WAITING_MAX) forgetOldest()
      }
      timer ??= setTimeout(flush, INTERVAL).unref()
    }

    function forgetOldest(): void {
      const [board, entries] = [...waiting][0] as [string, JournalEntry[]]
      waiting.delete(board)
      count -= entries.length
    }

    async function flushJournal(board: string): Promise<void> {
      const entries = waiting.get(board)
      if (entries === undefined) return
      waiting.delete(board)
      count -= entries.length
      try {
        await app.store.recordRequests(board, entries, app.now())
      } catch (error) {
        // Until the store answers again.
        waiting.set(board, [...entries, ...(waiting.get(board) ?? [])].slice(-JOURNAL_MAX))
        count += entries.length
        throw error
      }
    }

    async function flush(): Promise<void> {
      const outcomes = await Promise.allSettled([...waiting.keys()].map(flushJournal))
      const failed = outcomes.find((outcome) => outcome.status === 'rejected')
      if (failed !== undefined) app.log.warn({ err: failed.reason }, 'the journal could not be written')
      timer = waiting.size > 0 ? setTimeout(flush, INTERVAL).unref() : undefined
    }

    app.decorate('flushJournal', flushJournal)
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
    path: request.url.replace(/[?#].*$/s, ''),
    status: reply.statusCode,
    duration: Math.round(reply.elapsedTime * 1000),
    requestId: request.id,
    drawn: faults?.drawn.map(({ fault }) => fault.name) ?? [],
    changed: [...(faults?.effective ?? [])],
  }
}
