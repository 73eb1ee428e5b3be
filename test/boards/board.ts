import type { Json, RequestOptions, Service } from '../helper.js'

export const ADMIN_TOKEN = 'the-administrator-of-all-boards'

/** A private board, as its owner has it. */
export interface TestBoard {
  id: string
  token: string
  /** What was answered when it was made. */
  made: Json
  /** Sends a request below its address, written `GET /api/v1/tasks`. */
  send: Service['send']
  /** Sends a request of the owner about it, written `PUT /faults`; `DELETE ` for itself. */
  own: Service['send']
}

/** Makes a private board. */
export async function makeBoard(service: Pick<Service, 'send'>, input: object = {}): Promise<TestBoard> {
  const { status, json } = await service.send('POST /boards', { json: input })
  if (status !== 201) throw new Error(`No board was made: ${JSON.stringify(json)}`)
  return holdBoard(service, json)
}

/** A board that was made. */
export function holdBoard({ send }: Pick<Service, 'send'>, made: Json): TestBoard {
  const { id, ownerToken: token } = made
  const below = (prefix: string, request: string) => {
    const [method, path = ''] = request.split(' ')
    return `${method} ${prefix}${path}`
  }
  return {
    id,
    token,
    made,
    send: (request, options) => send(below(`/b/${id}`, request), options),
    own: (request, options: RequestOptions = {}) =>
      send(below(`/boards/${id}`, request), { token, ...options }),
  }
}

export const TASK = { title: 'A task', status: 'TODO' }
