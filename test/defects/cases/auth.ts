import { multipart } from '../../helper.js'
import { type Api, type Cases, TASK } from '../api.js'

const USER = ['user', 'user123'] as const

/** Returns the token of a USER with other claims and the same signature. */
function forge(token: string, claims: object): string {
  const [header, payload = '', signature] = token.split('.')
  const changed = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), ...claims }
  return [header, Buffer.from(JSON.stringify(changed)).toString('base64url'), signature].join('.')
}

const refresh = ({ send }: Api, refreshToken: string) =>
  send('POST /auth/refresh', { json: { refreshToken }, anonymous: true })

export const AUTH: Cases = {
  'user-deletes-all': {
    async observe({ create, login, status, list }) {
      await create({}, {})
      const { token } = await login(...USER)
      const statuses = [
        await status('DELETE /tasks', { anonymous: true }),
        await status('DELETE /tasks', { token: `${token}x` }),
        await status('DELETE /tasks', { token }),
      ]
      return [...statuses, (await list()).length]
    },
    correct: [403, 403, 403, 2],
    defective: [403, 403, 204, 0],
  },
  'logout-keeps-session': {
    async observe(api) {
      const { token, refreshToken } = await api.login(...USER)
      const { message } = await api.json('POST /auth/logout', { token })
      return [message, await api.status('GET /auth/me', { token }), (await refresh(api, refreshToken)).status]
    },
    correct: ['Logged out successfully', 403, 403],
    defective: ['Logged out successfully', 200, 200],
  },
  'refresh-token-reusable': {
    async observe(api) {
      const { token, refreshToken } = await api.login(...USER)
      const replies = [await refresh(api, refreshToken), await refresh(api, refreshToken)]
      const renewed = replies[0]?.json
      const me = [
        await api.status('GET /auth/me', { token }),
        await api.status('GET /auth/me', { token: renewed.token }),
        (await refresh(api, renewed.refreshToken)).status,
        (await refresh(api, 'unknown')).status,
      ]
      return [...replies.map(({ status }) => status), ...me]
    },
    // The second use ends the session.
    correct: [200, 403, 403, 403, 403, 403],
    defective: [200, 200, 200, 200, 200, 403],
  },
  'token-signature-ignored': {
    async observe({ login, status, json, create }) {
      await create({})
      const { token } = await login(...USER)
      const admin = forge(token, { role: 'ADMIN', sub: 'admin' })
      const refused = [
        forge(token, { exp: 1 }),
        forge(token, { role: 'OWNER' }),
        forge(token, { jti: 'x' }),
        'x',
        'a.b.c',
        `${token}.x`,
      ]
      const statuses: number[] = []
      for (const bad of refused) statuses.push(await status('GET /tasks', { token: bad }))
      return [
        await status('GET /tasks', { token }),
        await status('GET /tasks', { token: admin }),
        (await json('GET /auth/me', { token: admin })).username,
        await status('GET /tasks', { token: `${token.slice(0, -4)}AAAA` }),
        statuses,
        await status('DELETE /tasks', { token: admin }),
      ]
    },
    correct: [200, 403, undefined, 403, Array(6).fill(403), 403],
    defective: [200, 200, 'admin', 200, Array(6).fill(403), 204],
  },
  'not-found-before-token': {
    async observe({ create, status, json }) {
      await create({})
      const anonymous = true
      return [
        await status('GET /tasks/9', { anonymous }),
        (await json('DELETE /tasks/9', { anonymous })).message.slice(0, 14),
        await status('GET /tasks/1', { anonymous }),
        await status('GET /tasks/x', { anonymous }),
        await status('GET /tasks', { anonymous }),
      ]
    },
    correct: [403, 'A valid access', 403, 403, 403],
    defective: [404, 'Task not found', 403, 403, 403],
  },
  'missing-token-returns-401': {
    async observe({ send, status }) {
      const reply = await send('GET /tasks', { anonymous: true })
      return [reply.status, reply.json.status, reply.json.error, await status('GET /tasks', { token: 'x' })]
    },
    correct: [403, 403, 'Forbidden', 403],
    defective: [401, 401, 'Unauthorized', 403],
  },
  'login-failure-returns-400': {
    async observe({ send }) {
      const json = { username: 'admin', password: 'wrong' }
      const { status, headers, json: body } = await send('POST /auth/login', { json, anonymous: true })
      return [status, body.message, headers['www-authenticate']]
    },
    correct: [401, 'Invalid username or password', 'Bearer'],
    defective: [400, 'Invalid username or password', undefined],
  },
  'current-role-without-prefix': {
    observe: async ({ json }) => (await json('GET /auth/me')).role,
    correct: 'ROLE_ADMIN',
    defective: 'ADMIN',
  },
  'expires-in-milliseconds': {
    async observe(api) {
      const { expiresIn, refreshToken } = await api.login(...USER)
      return [expiresIn, (await refresh(api, refreshToken)).json.expiresIn]
    },
    correct: [3600, 3600],
    defective: [3_600_000, 3_600_000],
  },
  'logout-returns-204': {
    async observe({ login, send, status }) {
      const { token } = await login(...USER)
      const { status: first, bytes } = await send('POST /auth/logout', { token })
      return [first, bytes.length > 0, await status('GET /auth/me', { token })]
    },
    correct: [200, true, 403],
    defective: [204, false, 403],
  },
}

export const HEADERS: Cases = {
  'location-missing': {
    observe: async ({ send }) => 'location' in (await send('POST /tasks', { json: TASK })).headers,
    correct: true,
    defective: false,
  },
  'location-of-list': {
    observe: async ({ send }) =>
      (await send('POST /tasks?x=1', { json: TASK })).headers.location?.replace(/^.*\/tasks/, '…/tasks'),
    correct: '…/tasks/1',
    defective: '…/tasks',
  },
  'allow-lists-all-methods': {
    observe: async ({ send }) => (await send('PUT /tasks')).headers.allow,
    correct: 'GET, HEAD, POST, DELETE',
    defective: 'GET, HEAD, POST, PUT, PATCH, DELETE',
  },
  'content-disposition-missing': {
    async observe({ create, send }) {
      await create({})
      await send('POST /tasks/1/attachments', multipart([{ fileName: 'a.txt', content: 'text' }]))
      const { headers, bytes } = await send('GET /tasks/1/attachments/1')
      return [headers['content-disposition'], String(bytes)]
    },
    correct: ['attachment; filename=a.txt', 'text'],
    defective: [undefined, 'text'],
  },
  'tokens-cacheable': {
    async observe({ send }) {
      const json = { username: 'admin', password: 'admin123' }
      const login = await send('POST /auth/login', { json, anonymous: true })
      return [login.headers['cache-control'], (await send('GET /auth/me')).headers['cache-control']]
    },
    correct: ['no-store', 'no-store'],
    defective: ['max-age=3600', 'no-store'],
  },
}
