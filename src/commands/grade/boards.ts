import type { SeenExchange } from '../../app/grading.js'
import { startService } from '../../app/library/start.js'
import { toBoard } from '../../app/service-client.js'
import { CommandFailed } from '../../contract/command-failed.js'
import { type BoardRun, startRun } from './board-run.js'
import { type Catalogue, openManagementApi, type ServerBoard } from './management-api.js'
import { watchLimits } from './watch-limits.js'

/** A board for one run of the suite. */
interface RunBoard extends BoardRun {
  /** The base URL without a slash at the end. */
  url: string
  /** Ends the use of the board. */
  release(): Promise<void>
}

/** Where the boards of a grade come from. */
export interface BoardSource {
  catalogue(): Promise<Catalogue>
  /** Whether boards pass their exchanges. Those of a running service do not. */
  hasExchanges: boolean
  /** Whether runs list their requests. */
  listsRequests?: boolean
  /**
   * Provides an empty board, or one with the fixture.
   *
   * @param job the number of the job that uses the board; each job uses one board at a time
   * @param onExchange gets the finished requests to the variants of the board, if boards pass them
   */
  board(job: number, defects: readonly string[], onExchange?: (exchange: SeenExchange) => void): Promise<RunBoard>
  /**
   * Deletes all boards.
   *
   * @throws CommandFailed if a board cannot be deleted
   */
  close(): Promise<void>
}

/** An exercise that hides the defects: a suite could read the score of its board instead of testing. */
const HIDING = { feedback: 'after' }

/** Starts a service in this process. Each run gets a new board with a port of its own. */
export async function startBoards(fixture: 'demo' | undefined): Promise<BoardSource> {
  const listeners = new Map<string, (exchange: SeenExchange) => void>()
  const service = await startService({}, { onExchange: (board, exchange) => listeners.get(board)?.(exchange) })
  const api = openManagementApi(service.url, undefined)
  return {
    catalogue: () => api.catalogue(),
    hasExchanges: true,
    async board(_job, defects, onExchange) {
      const board = await service.board({ ownPort: true, ...(fixture && { fixture }) })
      if (onExchange !== undefined) listeners.set(board.id, onExchange)
      await api.call(toBoard('PUT', board, '/exercise', HIDING))
      await api.call(toBoard('PUT', board, '/defects', { defects }))
      return {
        ...(await startRun(board, api.call)),
        url: board.url,
        async release() {
          listeners.delete(board.id)
          await board.delete()
        },
      }
    },
    close: () => service.close(),
  }
}

export interface ServerOptions {
  url: string
  token: string | undefined
  /** Which of its addresses a board is reached by. */
  address: 'path' | 'host'
  fixture: 'demo' | undefined
  /** Ends the requests and their waits for a rate limit, except those that delete the boards. */
  signal?: AbortSignal
  /** The time in milliseconds between two checks for requests that a rate limit has refused. Tests shorten it. */
  watchInterval?: number
}

/** Uses boards of a running service, one for each job. They are deleted at the end. */
export function connectBoards({ url, token, address, fixture, signal, watchInterval }: ServerOptions): BoardSource {
  const api = openManagementApi(url, token, signal)
  const cleanUp = openManagementApi(url, token)
  const boards = new Map<number, ServerBoard>()
  return {
    catalogue: () => api.catalogue(),
    hasExchanges: false,
    async board(job, defects) {
      const known = boards.get(job)
      const board = known ?? (await api.createBoard('grade'))
      boards.set(job, board)
      if (known === undefined) await api.call(toBoard('PUT', board, '/exercise', HIDING))
      await api.call(toBoard('PUT', board, '/defects', { defects }))
      await api.call(toBoard('POST', board, '/reset', { fixture }))
      const run = await startRun(board, api.call)
      const { wasLimited, stop } = watchLimits(run.wasLimited, watchInterval)
      return { ...run, url: addressOf(board, address), wasLimited, release: stop }
    },
    async close() {
      const results = await Promise.allSettled([...boards.values()].map(cleanUp.deleteBoard))
      const failed = results.filter((result) => result.status === 'rejected')
      if (failed.length > 0) {
        throw new CommandFailed(
          `Could not delete ${failed.length} of the boards on ${url}: ${failed[0]?.reason.message}`,
        )
      }
    },
  }
}

function addressOf({ baseUrl, hostUrl }: ServerBoard, address: 'path' | 'host'): string {
  if (address === 'path') return baseUrl
  if (hostUrl === null) throw new CommandFailed('The boards of the server have no hosts; use --address path')
  return hostUrl
}
