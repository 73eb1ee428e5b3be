import {
  describeRefusal,
  isRefusedForNow,
  type OwnedBoard,
  overHttp,
  type ServiceRequest,
  type ServiceResponse,
  toBoard,
} from '../../app/service-client.js'
import { CommandFailed } from '../../contract/command-failed.js'
import type { CatalogueEntry } from './types.js'

/** The time limit of a request in milliseconds, and the maximum number of attempts while a rate limit refuses it. */
export const PATIENT = { timeout: 15_000, attempts: 20 }

/** A board that a command has created does not exist. */
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
  const send = overHttp({ url, ...PATIENT, signal })

  async function call(request: ServiceRequest): Promise<ServiceResponse> {
    const response = await send(request)
    if (response.status >= 300) throw explain(request, response)
    return response
  }

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
    /** Sends a request. */
    call,
    async catalogue(): Promise<Catalogue> {
      const response = await call({ method: 'GET', path: '/defects' })
      const { defects, sets } = response.body
      if (!Array.isArray(defects) || !Array.isArray(sets)) throw withoutDefects(response)
      return { defects, sets }
    },
    async createBoard(name: string): Promise<ServerBoard> {
      return (await call({ method: 'POST', path: '/boards', token, json: { name } })).body as unknown as ServerBoard
    },
    /** Deletes a board. It may be gone already. */
    async deleteBoard(board: OwnedBoard): Promise<void> {
      await call(toBoard('DELETE', board)).catch((error) => {
        if (!(error instanceof BoardGone)) throw error
      })
    },
  }
}
