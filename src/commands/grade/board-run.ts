import { type OwnedBoard, type Send, toBoard } from '../../app/service-client.js'
import type { Exchange, JournalPage } from '../../classroom/exchanges/schemas.js'
import type { ShownExchange } from '../report/report.js'
import { describeRequest } from './report/describe-request.js'
import type { Evidence } from './types.js'

/** What a run did on its board. */
export type BoardRun = Awaited<ReturnType<typeof startRun>>

/** Starts a run, and returns functions that read its requests and their effects. Its first request has the number 1. */
export async function startRun(board: OwnedBoard, call: Send) {
  const read = async (path: string) => (await call(toBoard('GET', board, path))).body

  /** Returns the number of the last request to the variants of the board, or of the last one with a status. */
  async function lastNumber(query = ''): Promise<number> {
    const { content } = await read(`/requests?size=1${query}`)
    return (content as { number: number }[])[0]?.number ?? 0
  }

  const before = await lastNumber()
  return {
    countRequests: async () => (await lastNumber()) - before,
    /** Whether a rate limit has refused a request of the run. The log of the board has the last 1,000. */
    wasLimited: async () => (await lastNumber('&status=429')) > before,
    /** Returns what the defect changed: responses, or else what was stored; `null` if it changed nothing. */
    async readEvidence(): Promise<Evidence | null> {
      const effects = (await read('/defects/effects')).effects as Evidence[]
      const find = (kind: Evidence['effect']) => effects.find(({ effect }) => effect === kind)
      const found = find('response') ?? find('write')
      if (found === undefined) return null
      const { effect, requests, first } = found
      return { effect, requests, first: { ...first, number: first.number - before } }
    },
    /** Lists the requests, one on each line, the oldest first. The log contains the last 1,000. */
    async listRequests(): Promise<string> {
      const lines: string[] = []
      for (let page = 0, pages = 1; page < pages; page++) {
        const body = await read(`/requests?size=100&page=${page}`)
        const { content, totalPages } = body as unknown as JournalPage
        const ofRun = content.filter(({ number }) => number > before)
        for (const { path, query, ...request } of ofRun) {
          const target = query === null ? path : `${path}?${query}`
          lines.unshift(`${describeRequest({ ...request, target, number: request.number - before })}\n`)
        }
        pages = ofRun.length < content.length ? 0 : totalPages
      }
      return lines.join('')
    },
    /**
     * Returns a request with its response, and how that differs from the correct one.
     *
     * @returns `null` if the log no longer has it, or has a later request with the same id
     */
    async readExchange({ number, requestId }: Evidence['first']): Promise<ShownExchange | null> {
      const path = `/b/${board.id}/requests/${encodeURIComponent(requestId)}`
      const found = await call({ method: 'GET', path, token: board.ownerToken }).catch(() => undefined)
      const { request, response, evidence, ...rest } = (found?.body ?? {}) as Partial<Exchange>
      if (rest.number !== number + before || request === undefined || response === undefined) return null
      return { request, response, expected: evidence?.expected ?? null, difference: evidence?.difference ?? [] }
    },
  }
}
