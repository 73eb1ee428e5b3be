import type { Test } from 'tap'
import { type Json, type RequestOptions, type Service, type ServiceOptions, startService } from './helper.js'

export const ADMIN_TOKEN = 'the-administrator-of-all-boards'

export const LOGIN = { json: { username: 'admin', password: 'admin123' } }

export const TASK = { title: 'A task', status: 'TODO' }

/** A private board and the token of its owner. */
export interface TestBoard {
  id: string
  token: string
  /** The response that created it. */
  created: Json
  /** Sends a request to a path of the board, written `GET /api/v1/tasks`. */
  send: Service['send']
  /** Sends a request of the owner to the management API, written `PUT /faults`, or `DELETE ` for the board itself. */
  asOwner: Service['send']
}

/** Creates a private board. */
export async function createBoard(service: Pick<Service, 'send'>, input: object = {}): Promise<TestBoard> {
  const { status, json } = await service.send('POST /boards', { json: input })
  if (status !== 201) throw new Error(`Creating a board returned ${status}: ${JSON.stringify(json)}`)
  return toTestBoard(service, json)
}

/** Starts a service as `startService` does, and creates a private board. */
export async function startBoard(t: Test, options: ServiceOptions = {}, input: object = {}) {
  const service = await startService(t, options)
  return { service, ...(await createBoard(service, input)) }
}

/** Wraps the response that created a board. */
export function toTestBoard({ send }: Pick<Service, 'send'>, created: Json): TestBoard {
  const { id, ownerToken: token } = created
  const below = (prefix: string, request: string) => {
    const [method, path = ''] = request.split(' ')
    return `${method} ${prefix}${path}`
  }
  return {
    id,
    token,
    created,
    send: (request, options) => send(below(`/b/${id}`, request), options),
    asOwner: (request, options: RequestOptions = {}) => send(below(`/boards/${id}`, request), { token, ...options }),
  }
}

/** Sends requests to the host of a board. */
export function sendToHost({ send }: Pick<Service, 'send'>, id: string): Service['send'] {
  return (request, options = {}) => {
    return send(request, { ...options, headers: { host: `${id}.localhost:3000`, ...options.headers } })
  }
}
