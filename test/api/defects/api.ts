import { createBoard, type TestBoard } from '../../kit/board.js'
import type { Json, Reply, RequestOptions, Service } from '../../kit/helper.js'

/** A variant of a private board. */
export interface Api {
  variant: string
  /** Sends a request below the variant, written `GET /tasks`. v2 gets the token of the administrator. */
  send(request: string, options?: ApiOptions): Promise<Reply>
  /** Returns the status of a response. */
  status(request: string, options?: ApiOptions): Promise<number>
  /** Returns the JSON body of a response. */
  json(request: string, options?: ApiOptions): Promise<Json>
  /** Creates tasks with these values, and returns them. */
  create(...values: object[]): Promise<Json[]>
  /** Returns the tasks of a list. */
  list(query?: string): Promise<Json[]>
  /** Moves the clock of the service forward. */
  wait(seconds: number): void
  login(username: string, password: string): Promise<Json>
}

export interface ApiOptions extends RequestOptions {
  /** Send no token. */
  anonymous?: boolean
}

/** How a defect shows: what a client sees on a correct board, and on a board with the defect. */
export interface Case {
  /** Sends requests to an empty board, and returns what the responses have in common or not. */
  observe(api: Api): Promise<unknown>
  correct: unknown
  defective: unknown
}

export type Cases = Readonly<Record<string, Case>>

/** The values of a task that is valid. */
export const TASK = { title: 'A task', status: 'TODO' }

/** Creates an empty board with these defects. */
export function createDefective(service: Service, defects: readonly string[]): Promise<TestBoard> {
  return createBoard(service, { defects })
}

/** Opens a variant of a board. The responses of a defective board are not checked. */
export async function openApi(service: Service, board: TestBoard, variant: string, unchecked: boolean): Promise<Api> {
  const login = async (username: string, password: string) => {
    const json = { username, password }
    return (await board.send('POST /api/v2/auth/login', { json, unchecked })).json
  }
  const admin = variant === 'v2' ? (await login('admin', 'admin123')).token : undefined

  async function send(request: string, { anonymous = false, ...options }: ApiOptions = {}): Promise<Reply> {
    const [method, path = ''] = request.split(' ')
    const token = anonymous ? undefined : (options.token ?? admin)
    const hasToken = options.headers?.authorization !== undefined || token === undefined
    return board.send(`${method} /api/${variant}${path}`, {
      ...options,
      unchecked,
      ...(!hasToken && { token }),
    })
  }

  const json = async (request: string, options?: ApiOptions) => (await send(request, options)).json
  return {
    variant,
    send,
    json,
    status: async (request, options) => (await send(request, options)).status,
    async create(...values) {
      const created: Json[] = []
      for (const value of values) created.push(await json('POST /tasks', { json: { ...TASK, ...value } }))
      return created
    },
    list: async (query = '') => (await json(`GET /tasks${query}`)).content,
    wait(seconds) {
      service.clock.now += seconds * 1000
    },
    login,
  }
}
