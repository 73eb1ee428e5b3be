import {
  describeRefusal,
  isRefusedForNow,
  type OwnedBoard,
  orThrow,
  overHttp,
  type ServiceRequest,
  type ServiceResponse,
  toBoard,
} from '../../app/service-client.js'
import type { Exchange, JournalPage } from '../../classroom/exchanges/schemas.js'
import { CommandFailed } from '../../contract/command-failed.js'
import type { DrillSettings } from '../../rules/client-habits/drill.js'
import type { ShownExchange } from '../report/report.js'
import { describeRequest } from './report/describe-request.js'
import type { CatalogueEntry, Evidence } from './types.js'

/** The time limit of a request in milliseconds, and the maximum number of attempts while a rate limit refuses it. */
export const PATIENT = { timeout: 15_000, attempts: 20 }

/** A board of the grade does not exist. */
class BoardGone extends CommandFailed {}

/** A board that the grade has created. */
export interface ServerBoard extends OwnedBoard {
  baseUrl: string
  hostUrl: string | null
}

export interface Catalogue {
  defects: readonly CatalogueEntry[]
  sets: readonly string[]
}

/**
 * Opens the management API of a service. A rate limit delays its requests: the suite and the grade share the limit of
 * their address. Its methods throw `CommandFailed` and `ServerUnreachable`.
 *
 * @param url the base URL of the service, without a slash at the end
 * @param token the bearer token for the creation of boards
 * @param signal ends the requests and the waits for a rate limit
 */
export function openManagementApi(url: string, token: string | undefined, signal?: AbortSignal) {
  const call = orThrow(overHttp({ url, ...PATIENT, signal }), explain)
  const manage = (...request: Parameters<typeof toBoard>) => call(toBoard(...request))

  function explain({ method, path }: ServiceRequest, response: ServiceResponse): CommandFailed {
    if (path === '/defects') {
      if (!isRefusedForNow(response)) return withoutDefects(response)
      return new CommandFailed(`The server ${url} does not list its defects: ${describeRefusal(response)}`)
    }
    if (path === '/boards') {
      if (response.status !== 401)
        return new CommandFailed(`The server did not create a board: ${describeRefusal(response)}`)
      const advice =
        token === undefined ? 'pass the token of its administrator with --token or ADMIN_TOKEN' : 'the token is wrong'
      return new CommandFailed(`The server ${url} refuses to create boards: ${advice}`)
    }
    const [, id = '', operation = ''] = /^\/(?:boards|b)\/([^/]+)(.*)$/.exec(path) ?? []
    if (response.status === 404) {
      return new BoardGone(
        `The board ${url}/b/${id} no longer exists: it was deleted, or it has expired. Run the command again`,
      )
    }
    return new CommandFailed(`${method} /boards/<id>${operation} failed: ${describeRefusal(response)}`)
  }

  function withoutDefects({ status }: ServiceResponse): CommandFailed {
    return new CommandFailed(
      `There is no Task Board Service with defects at ${url} (GET /defects returned ${status}). The URL ends before /boards and /api/v1`,
    )
  }

  return {
    async catalogue(): Promise<Catalogue> {
      const response = await call({ method: 'GET', path: '/defects' })
      const { defects, sets } = response.body
      if (!Array.isArray(defects) || !Array.isArray(sets)) throw withoutDefects(response)
      return { defects, sets }
    },
    async createBoard(name: string): Promise<ServerBoard> {
      return (await call({ method: 'POST', path: '/boards', token, json: { name } })).body as unknown as ServerBoard
    },
    configureDefects: (board: OwnedBoard, defects: readonly string[]) => manage('PUT', board, '/defects', { defects }),
    /** Gives a board an exercise that hides its defects: a suite could read the score of its board instead of testing. */
    hideDefects: (board: OwnedBoard) => manage('PUT', board, '/exercise', { feedback: 'after' }),
    /** Empties a board, or replaces its content with that of the fixture. */
    resetBoard: (board: OwnedBoard, fixture: string | undefined) => manage('POST', board, '/reset', { fixture }),
    /**
     * Returns the number of requests that the variants of a board have ever received.
     *
     * @param status counts up to the last request whose response has this status
     */
    async countRequests(board: OwnedBoard, status?: number): Promise<number> {
      const { body } = await manage('GET', board, `/requests?size=1${status === undefined ? '' : `&status=${status}`}`)
      return (body.content as { number: number }[])[0]?.number ?? 0
    },
    /**
     * Returns what the defect of a board has changed since it was configured: responses, or else what was stored.
     *
     * @returns `null` if the defect has changed nothing
     */
    async readEvidence(board: OwnedBoard): Promise<Evidence | null> {
      const effects = (await manage('GET', board, '/defects/effects')).body.effects as Evidence[]
      const find = (kind: Evidence['effect']) => effects.find(({ effect }) => effect === kind)
      const found = find('response') ?? find('write')
      return found === undefined ? null : { effect: found.effect, requests: found.requests, first: found.first }
    },
    /**
     * Lists the requests to the variants of a board after number `before`, one on each line, the oldest first. The log
     * contains the last 1,000.
     */
    async listRequests(board: OwnedBoard, before: number): Promise<string> {
      const lines: string[] = []
      for (let page = 0, pages = 1; page < pages; page++) {
        const { body } = await manage('GET', board, `/requests?size=100&page=${page}`)
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
    async readExchange(
      { id, ownerToken: token }: OwnedBoard,
      { number, requestId }: Pick<Evidence['first'], 'number' | 'requestId'>,
    ): Promise<ShownExchange | null> {
      const path = `/b/${id}/requests/${encodeURIComponent(requestId)}`
      const found = await call({ method: 'GET', path, token }).catch(() => undefined)
      const { request, response, evidence, ...rest } = (found?.body ?? {}) as Partial<Exchange>
      if (rest.number !== number || request === undefined || response === undefined) return null
      return { request, response, expected: evidence?.expected ?? null, difference: evidence?.difference ?? [] }
    },
    /** Gives a board an exercise with a drill, and returns the exercise. */
    configureDrill: async (board: OwnedBoard, drill: DrillSettings) =>
      (await manage('PUT', board, '/exercise', { drill })).body,
    /** Ends the drill of a board, and returns it. */
    finishDrill: async ({ id, ownerToken: token }: OwnedBoard, json: { success: boolean; stopped: boolean }) =>
      (await call({ method: 'POST', path: `/b/${id}/drill/finish`, token, json })).body,
    /** Deletes a board. It may be gone already. */
    async deleteBoard(board: OwnedBoard): Promise<void> {
      await manage('DELETE', board).catch((error) => {
        if (!(error instanceof BoardGone)) throw error
      })
    },
  }
}
