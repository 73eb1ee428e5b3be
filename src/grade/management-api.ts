import { isRefusedForNow } from '../client/send-request.js'
import { GradeFailed } from './grade-failed.js'
import { send } from './send.js'
import type { CatalogueEntry, Evidence } from './types.js'

/** A board that the grade has created. */
export interface ServerBoard {
  id: string
  baseUrl: string
  hostUrl: string | null
  ownerToken: string
}

export interface Catalogue {
  defects: readonly CatalogueEntry[]
  sets: readonly string[]
}

/** The parts of the management API of a service that a grade needs. */
export class ManagementApi {
  readonly #url: string
  readonly #token: string | undefined

  /**
   * @param url the base URL of the service, without a slash at the end
   * @param token the bearer token for the creation of boards
   */
  constructor(url: string, token: string | undefined) {
    this.#url = url
    this.#token = token
  }

  async catalogue(): Promise<Catalogue> {
    const response = await this.#send('GET', '/defects')
    const body = await readJson(response)
    if (isRefusedForNow(response)) {
      throw new GradeFailed(`The server ${this.#url} does not list its defects: ${explain(response, body)}`)
    }
    if (!response.ok || !Array.isArray(body.defects) || !Array.isArray(body.sets)) {
      throw new GradeFailed(
        `There is no Task Board Service with defects at ${this.#url} (GET /defects returned ${response.status}). The URL ends before /boards and /api/v1`,
      )
    }
    return body as unknown as Catalogue
  }

  async createBoard(): Promise<ServerBoard> {
    const response = await this.#send('POST', '/boards', this.#token, { name: 'grade' })
    const body = await readJson(response)
    if (response.status === 401) {
      throw new GradeFailed(
        `The server ${this.#url} refuses to create boards: ${this.#token === undefined ? 'pass the token of its administrator with --token or ADMIN_TOKEN' : 'the token is wrong'}`,
      )
    }
    if (response.status !== 201) throw new GradeFailed(`The server did not create a board: ${explain(response, body)}`)
    return body as unknown as ServerBoard
  }

  async configureDefects(board: ServerBoard, defects: readonly string[]): Promise<void> {
    await this.#manage('PUT', board, '/defects', { defects })
  }

  /** Empties a board, or replaces its content with that of the fixture. */
  async resetBoard(board: ServerBoard, fixture: string | undefined): Promise<void> {
    await this.#manage('POST', board, '/reset', { ...(fixture && { fixture }) })
  }

  /**
   * Returns the number of requests that the variants of a board have ever received.
   *
   * @param status counts up to the last request whose response has this status
   */
  async countRequests(board: ServerBoard, status?: number): Promise<number> {
    const filter = status === undefined ? '' : `&status=${status}`
    const { content } = await this.#manage('GET', board, `/requests?size=1${filter}`)
    const [latest] = content as { number: number }[]
    return latest?.number ?? 0
  }

  /**
   * Returns what the defect of a board has changed since it was configured: responses, or else what was stored.
   *
   * @returns `null` if the defect has changed nothing
   */
  async readEvidence(board: ServerBoard): Promise<Evidence | null> {
    const { effects } = await this.#manage('GET', board, '/defects/effects')
    const find = (kind: Evidence['effect']) => (effects as Evidence[]).find(({ effect }) => effect === kind)
    const found = find('response') ?? find('write')
    return found === undefined ? null : { effect: found.effect, requests: found.requests, first: found.first }
  }

  /** Deletes a board. It may be gone already. */
  async deleteBoard(board: ServerBoard): Promise<void> {
    const response = await this.#send('DELETE', `/boards/${board.id}`, board.ownerToken)
    if (!response.ok && response.status !== 404) throw new GradeFailed(explain(response, await readJson(response)))
  }

  async #manage(method: string, board: ServerBoard, path: string, json?: object): Promise<Record<string, unknown>> {
    const response = await this.#send(method, `/boards/${board.id}${path}`, board.ownerToken, json)
    const body = await readJson(response)
    if (response.status === 404) {
      throw new GradeFailed(
        `The board ${board.baseUrl} no longer exists: it was deleted, or it has expired. Run the command again`,
      )
    }
    if (!response.ok) throw new GradeFailed(`${method} /boards/<id>${path} failed: ${explain(response, body)}`)
    return body
  }

  #send(method: string, path: string, token?: string, json?: object): Promise<Response> {
    return send(this.#url, 'the server', { method, path, token, json })
  }
}

/** Returns the JSON object of a response; an empty object if there is none. */
async function readJson(response: Response): Promise<Record<string, unknown>> {
  const body: unknown = await response.json().catch(() => undefined)
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
}

function explain({ status }: Response, { message, errors }: Record<string, unknown>): string {
  const details = errors === undefined ? '' : ` ${JSON.stringify(errors)}`
  return `${status} ${typeof message === 'string' ? message : ''}${details}`.trim()
}
