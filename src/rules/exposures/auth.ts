import {
  body,
  createComment,
  createTask,
  deleteAllTasks,
  equals,
  expect,
  file,
  get,
  inV2,
  json,
  post,
  shows,
  task,
  UNKNOWN_ID,
  upload,
} from './build.js'
import type { Case, Cases, ExposureRequest, Step } from './exposure.js'

const anonymous = (request: ExposureRequest): ExposureRequest => ({ ...request, auth: 'none' })

const login = (username: string, password: string): ExposureRequest =>
  anonymous(post('/auth/login', { username, password }))

const LOGIN: Step = { as: 'login', send: login('{user/username}', '{user/password}') }
const REFRESH: ExposureRequest = anonymous(post('/auth/refresh', { refreshToken: '{login/refreshToken}' }))

/** A request with the access token of the login. */
const withToken = (request: ExposureRequest, token = '{login/token}'): ExposureRequest => ({
  ...request,
  auth: { token },
})
const LOGOUT = withToken({ method: 'POST', path: '/auth/logout' })
const CURRENT_USER = get('/auth/me')

/** A token whose signature is not that of its content. */
const TAMPERED = `{login/token.0}.{login/token.1}.${'A'.repeat(43)}`

/** A request without a token, which is refused. */
const refused = (request: ExposureRequest, because: string, steps: readonly Step[] = []): Case =>
  inV2([...steps, { send: anonymous(request), expect: json(403, because) }])

export const AUTH: Cases = {
  'current-role-without-prefix': inV2([
    shows(CURRENT_USER, equals('/role', 'ROLE_USER', 'the role of the current user has the prefix ROLE_')),
  ]),
  'expires-in-milliseconds': inV2([
    { ...LOGIN, expect: body(200, equals('/expiresIn', 3600, 'expiresIn is in seconds')) },
  ]),
  'login-failure-returns-400': inV2([
    { send: login('{user/username}', 'wrong'), expect: json(401, 'a login with a wrong password returns 401') },
  ]),
  'logout-keeps-session': inV2([
    LOGIN,
    { send: LOGOUT },
    { send: withToken(get('/tasks')), expect: json(403, 'a token is refused after the logout') },
  ]),
  'logout-returns-204': inV2([LOGIN, { send: LOGOUT, expect: json(200, 'a logout returns 200') }]),
  'missing-token-returns-401': refused(get('/tasks'), 'a request without a token returns 403'),
  'not-found-before-token': inV2([
    {
      send: withToken(get(`/tasks/${UNKNOWN_ID}`), 'invalid'),
      expect: json(403, 'the token is checked before the task is looked up'),
    },
  ]),
  'refresh-token-reusable': inV2([
    LOGIN,
    { send: REFRESH },
    { send: REFRESH, expect: json(403, 'a refresh token works once') },
  ]),
  'token-signature-ignored': inV2([
    LOGIN,
    { send: withToken(get('/tasks'), TAMPERED), expect: json(403, 'a token with a changed signature is refused') },
  ]),
  'user-deletes-all': {
    ...inV2([
      {
        send: { ...deleteAllTasks, auth: 'user' },
        expect: json(403, 'an account with the role USER cannot delete all tasks'),
      },
    ]),
    board: 'alone',
  },
  'comments-need-no-token': refused(createComment(), 'a comment needs a token', [task()]),
  'create-needs-no-token': refused(createTask(), 'a new task needs a token'),
  'current-user-after-logout': inV2([
    LOGIN,
    { send: LOGOUT },
    { send: withToken(CURRENT_USER), expect: json(403, 'the current user is not shown after the logout') },
  ]),
  'current-user-returns-404': inV2([
    LOGIN,
    { send: withToken(CURRENT_USER, TAMPERED), expect: json(403, 'a token with a changed signature returns 403') },
  ]),
  'download-needs-no-token': refused(get('/tasks/{task/id}/attachments/{files/0/id}'), 'a download needs a token', [
    task(),
    { as: 'files', send: upload('task', file('notes.txt')) },
  ]),
  'list-needs-no-token': refused(get('/tasks'), 'the list needs a token'),
  'logout-without-message': inV2([
    LOGIN,
    shows(LOGOUT, expect('/message', { matches: '.' }, 'a logout returns a message')),
  ]),
  'missing-password-returns-401': inV2([
    {
      send: anonymous(post('/auth/login', { username: '{user/username}' })),
      expect: json(400, 'a login without a password returns 400'),
    },
  ]),
  'password-ignores-case': inV2([
    {
      send: login('{user/username}', '{user/PASSWORD}'),
      expect: json(401, 'a login with the password in capital letters returns 401'),
    },
  ]),
  'refresh-failure-returns-401': inV2([
    {
      send: anonymous(post('/auth/refresh', { refreshToken: 'unknown' })),
      expect: json(403, 'an unknown refresh token returns 403'),
    },
  ]),
  'summary-needs-no-token': refused(get('/tasks/summary'), 'the summary needs a token'),
  'token-type-in-lower-case': inV2([
    { ...LOGIN, expect: body(200, equals('/type', 'Bearer', 'the type of a token is Bearer')) },
  ]),
  'token-without-scheme-accepted': inV2([
    LOGIN,
    {
      send: { ...anonymous(get('/tasks')), headers: { Authorization: '{login/token}' } },
      expect: json(403, 'a token without the scheme Bearer is refused'),
    },
  ]),
  'uploads-need-no-token': refused(upload('task', file('notes.txt')), 'an upload needs a token', [task()]),
  'tokens-cacheable': inV2([
    {
      ...LOGIN,
      expect: body(200, equals('header:cache-control', 'no-store', 'a response with tokens is not cached')),
    },
  ]),
  'concurrent-refreshes-succeed': inV2([
    LOGIN,
    {
      send: [REFRESH, REFRESH],
      expect: [expect('status', { sameItems: [200, 403] }, 'of two refreshes at the same time, one succeeds')],
    },
  ]),
}
