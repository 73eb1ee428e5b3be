import { multipart } from '../../helper.js'
import type { Api, Case, Cases } from '../api.js'

const ANONYMOUS = { anonymous: true }
const COMMENT = { json: { text: 'A comment' }, ...ANONYMOUS }
const FILE = multipart([{ fileName: 'a', content: 'text' }])

/**
 * Sends requests without a token, then one with a token that is not valid, and another operation without a token.
 *
 * @param accepted the statuses of the requests if they need no token
 */
function open(
  requests: readonly [request: string, options?: object][],
  accepted: readonly number[],
  other = 'GET /auth/me',
): Case {
  return {
    async observe({ create, send, status }) {
      await create({})
      await send('POST /tasks/1/attachments', FILE)
      const statuses: number[] = []
      for (const [request, options] of requests) statuses.push(await status(request, { ...options, ...ANONYMOUS }))
      const [[first, options] = ['']] = requests
      return [statuses, await status(first, { ...options, token: 'x' }), await status(other, ANONYMOUS)]
    },
    correct: [requests.map(() => 403), 403, 403],
    defective: [accepted, 403, 403],
  }
}

/** Returns the statuses of requests with this header. */
async function withHeader({ status }: Api, authorization: string): Promise<number> {
  return status('GET /tasks', { headers: { authorization } })
}

export const ACCESS: Cases = {
  'comments-need-no-token': open(
    [['POST /tasks/1/comments', COMMENT], ['PUT /tasks/1/comments/1', COMMENT], ['DELETE /tasks/1/comments/1']],
    [201, 200, 204],
  ),
  'create-needs-no-token': open([['POST /tasks', { json: { title: 'A task', status: 'TODO' } }]], [201]),
  'download-needs-no-token': open([['GET /tasks/1/attachments/1']], [200]),
  'list-needs-no-token': open([['GET /tasks']], [200], 'GET /tasks/1'),
  'summary-needs-no-token': open([['GET /tasks/summary']], [200], 'GET /tasks'),
  'uploads-need-no-token': open(
    [['POST /tasks/1/attachments', FILE], ['DELETE /tasks/1/attachments/1']],
    [201, 204],
    'GET /tasks/1/attachments/1',
  ),
  'current-user-after-logout': {
    async observe({ login, status, json }) {
      const { token } = await login('user', 'user123')
      const before = await status('GET /auth/me', { token })
      await status('POST /auth/logout', { token })
      return [
        before,
        await status('GET /auth/me', { token }),
        (await json('GET /auth/me', { token })).username,
        await status('GET /tasks', { token }),
        await status('GET /auth/me', { token: 'x' }),
      ]
    },
    correct: [200, 403, undefined, 403, 403],
    defective: [200, 200, 'user', 403, 403],
  },
  'token-without-scheme-accepted': {
    async observe(api) {
      const { token } = await api.login('user', 'user123')
      const statuses = [
        await withHeader(api, token),
        await withHeader(api, `Bearer ${token}`),
        await withHeader(api, 'x'),
        await withHeader(api, `Basic ${token}`),
      ]
      await api.status('POST /auth/logout', { token })
      return [...statuses, await withHeader(api, token)]
    },
    correct: [403, 200, 403, 403, 403],
    defective: [200, 200, 403, 403, 403],
  },
  'password-ignores-case': {
    async observe({ status }) {
      const login = (password: string) =>
        status('POST /auth/login', { json: { username: 'user', password }, ...ANONYMOUS })
      return [await login('USER123'), await login('User123'), await login('user123'), await login('WRONG')]
    },
    correct: [401, 401, 200, 401],
    defective: [200, 401, 200, 401],
  },
  'missing-password-returns-401': {
    observe: ({ status }) => status('POST /auth/login', { json: { username: 'user' }, ...ANONYMOUS }),
    correct: 400,
    defective: 401,
  },
  'refresh-failure-returns-401': {
    async observe({ status }) {
      const refresh = (refreshToken: unknown) => status('POST /auth/refresh', { json: { refreshToken }, ...ANONYMOUS })
      return [await refresh('unknown'), await refresh(5)]
    },
    correct: [403, 400],
    defective: [401, 400],
  },
  'current-user-returns-404': {
    async observe({ status }) {
      return [
        await status('GET /auth/me', { token: 'x' }),
        await status('GET /auth/me'),
        await status('GET /tasks', { token: 'x' }),
      ]
    },
    correct: [403, 200, 403],
    defective: [404, 200, 403],
  },
  'token-type-in-lower-case': {
    observe: async ({ login }) => (await login('user', 'user123')).type,
    correct: 'Bearer',
    defective: 'bearer',
  },
  'logout-without-message': {
    async observe({ login, send }) {
      const { token } = await login('user', 'user123')
      const { status, json } = await send('POST /auth/logout', { token })
      return [status, json]
    },
    correct: [200, { message: 'Logged out successfully' }],
    defective: [200, {}],
  },
}
