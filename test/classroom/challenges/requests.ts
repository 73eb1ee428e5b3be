import { TASK, type TestBoard } from '../../kit/board.js'
import { type Json, multipart, type RequestOptions } from '../../kit/helper.js'

export type Request = readonly [request: string, options?: RequestOptions]

/** Requests to a new board with the demo tasks. The next task has the id 21, the next comment 7, the next attachment 3. */
export type Attempt = readonly Request[] | ((board: TestBoard) => Promise<unknown>)

const USER = { username: 'user', password: 'user123' }

export const create = (values: object = {}, variant = 'v1'): Request => [
  `POST /api/${variant}/tasks`,
  { json: { ...TASK, ...values } },
]

/** Creates a task through buggy, which responds with 200 instead of 201. */
export const create200 = (values: object = {}): Request => [
  'POST /api/buggy/tasks',
  { json: { ...TASK, ...values }, headers: { prefer: 'fault=wrong-status' } },
]

export const list = (query: string): Request => [`GET /api/v1/tasks?${query}`]

export const search = (word: string): Request => list(`search=${encodeURIComponent(word)}`)

export const put = (path: string, json: object): Request => [`PUT /api/v1${path}`, { json }]

export const move = (status: string, index: unknown, id = 21): Request => [
  `POST /api/v1/tasks/${id}/reorder`,
  { json: { targetStatus: status, targetIndex: index } },
]

export const upload = (parts: Parameters<typeof multipart>[0]): Request => [
  'POST /api/v1/tasks/2/attachments',
  multipart(parts),
]

/** Uploads files through buggy, which responds with 200 instead of 201. */
export const upload200 = (parts: Parameters<typeof multipart>[0]): Request => {
  const { headers, body } = multipart(parts)
  return ['POST /api/buggy/tasks/2/attachments', { body, headers: { ...headers, prefer: 'fault=wrong-status' } }]
}

export const WITH_COMMENT: Request = ['POST /api/v1/tasks/1/comments', { json: { text: 'a' } }]

/** Sends a request to buggy that chooses its faults. */
export const choose = (faults: string, request = 'GET /api/buggy/tasks/1', json?: object): Request => [
  request,
  { headers: { prefer: `fault="${faults}"` }, ...(json && { json }) },
]

export const login = (username: string, password: string): Request => [
  'POST /api/v2/auth/login',
  { json: { username, password } },
]

export const authorized = (request: string, authorization: string, json?: object): Request => [
  request,
  { headers: { authorization }, ...(json && { json }) },
]

/** Logs in, and sends requests with the new tokens. */
export const withTokens =
  (use: (tokens: Json) => readonly Request[], account = USER) =>
  async (board: TestBoard) =>
    sendAll(board, use((await board.send('POST /api/v2/auth/login', { json: account })).json))

/** Refreshes a session, and sends a request with its new access token. */
export const refreshed = (request: (authorization: string) => Request) => async (board: TestBoard) => {
  const { refreshToken } = (await board.send('POST /api/v2/auth/login', { json: USER })).json
  const { token } = (await board.send('POST /api/v2/auth/refresh', { json: { refreshToken } })).json
  await sendAll(board, [request(`Bearer ${token}`)])
}

/** Sends requests to buggy, whose first response is a 500. */
export const afterFailure =
  (...requests: readonly Request[]) =>
  async (board: TestBoard) => {
    await board.asOwner('PUT /faults', { json: { script: [['server-error'], []] } })
    await sendAll(board, requests)
  }

/** The requests of a script that fills a board. */
export const PUTS = Array.from({ length: 50 }, (_, index) => put('/tasks/1', { ...TASK, title: `Task ${index}` }))

export async function sendAll({ send }: TestBoard, requests: readonly Request[]): Promise<void> {
  for (const [request, options] of requests) {
    // A fault can end the connection.
    await send(request, { ...options, unchecked: true }).catch(() => {})
  }
}
