import { type Api, type RequestOptions, TASK, UNKNOWN_ID } from '../api.js'
import { area, CURRENT, decision, EARLIER, type Section, spec } from '../check.js'
import { equal, fields } from '../expect.js'
import { returns } from '../returns.js'
import { signedWith, withClaims, withHeader, withOtherSignature } from '../tokens.js'

/** The access tokens that v2 accepts and refuses. */
export const access = area('access', { variants: ['v2'] })
const { check, within, onTask, loggedIn } = access
const current = within(CURRENT)
const earlierOnly = within(EARLIER)

const PROTECTED: [name: string, request: string, options: object, scope?: typeof CURRENT][] = [
  ['list', 'GET /tasks', {}],
  ['create', 'POST /tasks', { json: TASK }],
  ['get', 'GET /tasks/1', {}],
  ['replace', 'PUT /tasks/1', { json: TASK }],
  ['delete', 'DELETE /tasks/1', {}],
  ['delete-all', 'DELETE /tasks', {}],
  ['summary', 'GET /tasks/summary', {}],
  ['comment', 'POST /tasks/1/comments', { json: { text: 'x' } }],
  ['change-comment', 'PUT /tasks/1/comments/1', { json: { text: 'x' } }],
  ['delete-comment', 'DELETE /tasks/1/comments/1', {}],
  ['reorder', 'POST /tasks/1/reorder', { json: { targetStatus: 'TODO', targetIndex: 0 } }, CURRENT],
  ['delete-attachment', 'DELETE /tasks/1/attachments/1', {}, CURRENT],
  ['download', 'GET /tasks/1/attachments/1', {}, CURRENT],
  ['me', 'GET /auth/me', {}],
  ['logout', 'POST /auth/logout', {}],
]
for (const [name, request, options, scope = {}] of PROTECTED) {
  const section = name === 'download' ? decision(26) : spec(5)
  const withoutToken = (status: number) => returns(status, request, { ...options, token: null })
  current(`missing-${name}`, section, `${request} without a token returns 403.`, withoutToken(403))
  within(scope)(`tampered-${name}`, section, `${request} with a tampered token returns 403.`, async (api) => {
    const { token } = await api.login(api.user)
    equal(await api.status(request, { ...options, token: withOtherSignature(token) }), 403)
  })
  const ofEarlier = within({ editions: scope === CURRENT ? [] : EARLIER.editions })
  ofEarlier(`earlier-missing-${name}`, decision(86), `${request} without a token returns 401.`, withoutToken(401))
}
current('missing-upload', spec(5), 'An upload without a token returns 403.', async (api) =>
  equal(await api.status('POST /tasks/1/attachments', { body: 'x', token: null }), 403),
)

type Forge = (token: string) => string
const TOKENS: [name: string, section: Section, title: string, forge: Forge][] = [
  ['garbage', spec(5), 'A token that is not a JWT', () => 'garbage'],
  ['signature-changed', spec(5), 'A token with a changed signature', withOtherSignature],
  ['role-changed', spec(5), 'A token with a changed role', (token) => withClaims(token, { role: 'ADMIN' })],
  ['user-changed', spec(5), 'A token with a changed user', (token) => withClaims(token, { sub: 'admin' })],
  ['expiry-changed', spec(5), 'A token with a changed expiry', (token) => withClaims(token, { exp: 4_000_000_000 })],
  ['signature-empty', spec(5), 'A token with an empty signature', (token) => token.replace(/[^.]+$/, '')],
  ['signature-missing', spec(5), 'A token without a signature', (token) => token.replace(/\.[^.]+$/, '')],
  ['signature-shorter', spec(5), 'A token with a shorter signature', (token) => token.slice(0, -4)],
  ['other-key', spec(5), 'A token that is signed with another key', (token) => signedWith(token, 'secret')],
  ['alg-none', decision(31), 'A token with `alg: none`', (token) => withHeader(token, { alg: 'none' }, '')],
  ['four-parts', decision(31), 'A token with four parts', (token) => `${token}.x`],
  ['last-bits', decision(31), 'A token whose last unused bits were changed', changeLastBits],
]
for (const [name, section, title, forge] of TOKENS) {
  loggedIn(`token-${name}`, section, `${title} is refused with 403.`, async (api, { token }) => {
    equal(await api.status('GET /auth/me', { token: forge(token) }), 403)
  })
}
const SCHEMES: [name: string, section: Section, title: string, header: (token: string) => string][] = [
  ['basic', spec(5), 'The scheme `Basic`', (token) => `Basic ${token}`],
  ['token-alone', spec(5), 'A header without a scheme', (token) => token],
  ['no-space', spec(5), 'A header without a space', (token) => `Bearer${token}`],
  ['scheme-alone', spec(5), 'A header without a token', () => 'Bearer'],
  ['two-tokens', spec(5), 'A header with two tokens', (token) => `Bearer ${token} ${token}`],
]
for (const [name, section, title, header] of SCHEMES) {
  loggedIn(`header-${name}`, section, `${title} is refused with 403.`, async (api, { token }) => {
    equal(await api.status('GET /auth/me', { headers: { authorization: header(token) } }), 403)
  })
}
for (const scheme of ['bearer', 'BEARER']) {
  loggedIn(`header-${scheme}`, decision(31), `The scheme may be written \`${scheme}\`.`, async (api, { token }) => {
    equal(await api.status('GET /auth/me', { headers: { authorization: `${scheme} ${token}` } }), 200)
  })
}
check('error-body', spec(2), 'The body of the 403 has the shape of errors.', async (api) =>
  fields((await api.send('GET /tasks', { token: 'x' })).json, { status: 403, error: 'Forbidden' }),
)
earlierOnly('challenge', decision(86), 'The 401 has `WWW-Authenticate: Bearer`.', async (api) =>
  equal((await api.send('GET /tasks', { token: null })).headers.get('www-authenticate'), 'Bearer'),
)
check('before-unknown', decision(31), 'The token is checked before the task: 403, not 404.', async (api) =>
  equal(await api.status(`GET /tasks/${UNKNOWN_ID}`, { token: 'x' }), 403),
)
current('missing-before-unknown', decision(31), 'A missing token is refused before the task is read.', async (api) =>
  equal(await api.status(`GET /tasks/${UNKNOWN_ID}`, { token: null }), 403),
)
const JSON_TYPE = { 'content-type': 'application/json' }
const BEFORE: [name: string, what: string, request: string, options: RequestOptions, scope?: typeof CURRENT][] = [
  ['path', 'the id', 'GET /tasks/abc', {}],
  ['query', 'the query', 'GET /tasks?size=0&sort=nothing', {}],
  ['body', 'the fields of the body', 'POST /tasks', { json: {} }],
  ['json', 'malformed JSON', 'POST /tasks', { body: '{', headers: JSON_TYPE }],
  ['media-type', 'the media type', 'POST /tasks', { body: 'x', headers: { 'content-type': 'text/plain' } }],
  ['size', 'the size of the body', 'POST /tasks', { body: 'x'.repeat(2_000_000), headers: JSON_TYPE }],
  ['unread-body', 'a body that is not read', 'DELETE /tasks', { body: '{', headers: JSON_TYPE }],
  ['upload', 'the upload', 'POST /tasks/x/attachments', { body: '{}', headers: JSON_TYPE }, CURRENT],
  ['logout', 'the body of a logout', 'POST /auth/logout', { body: '{', headers: JSON_TYPE }],
]
for (const [name, what, request, options, scope] of BEFORE) {
  within(scope)(`before-${name}`, decision(31), `The token is checked before ${what}: 403, not 4xx.`, async (api) =>
    equal(await api.status(request, { ...options, token: 'x' }), 403),
  )
}
for (const [name, token] of [
  ['', null],
  ['-invalid', 'x'],
] as const) {
  const given = token === null ? 'without a token' : 'with an invalid token'
  check(`unknown-path${name}`, decision(31), `An unknown path returns 404 ${given}.`, async (api) =>
    equal(await api.status('GET /nothing', { token }), 404),
  )
  check(`wrong-method${name}`, decision(31), `A wrong method returns 405 ${given}.`, async (api) =>
    equal(await api.status('PATCH /tasks', { token }), 405),
  )
}
onTask('refused-changes-nothing', spec(5), 'A request without a valid token changes nothing.', async (api, task) => {
  for (const token of ['x', null]) {
    await api.send(`DELETE /tasks/${task.id}`, { token })
    await api.send(`PUT /tasks/${task.id}`, { json: { ...TASK, title: 'New' }, token })
    await api.send(`POST /tasks/${task.id}/comments`, { json: { text: 'New' }, token })
  }
  equal(await api.task(task.id), task)
})
loggedIn('user-delete-all', spec(5), 'DELETE /tasks with the role USER returns 403.', async (api, { token }) => {
  equal(await api.status('DELETE /tasks', { token }), 403)
})
onTask('user-delete-all-keeps-tasks', spec(4), 'DELETE /tasks as USER deletes nothing.', async (api, { id }) => {
  const { token } = await api.login(api.user)
  await api.send('DELETE /tasks', { token })
  equal(await api.status(`GET /tasks/${id}`), 200)
})
check('admin-delete-all', spec(4), 'DELETE /tasks with the role ADMIN returns 204.', returns(204, 'DELETE /tasks'))
onTask('user-changes-task', decision(3), 'The role USER may change a task of another account.', async (api, { id }) => {
  const { token } = await api.login(api.user)
  fields(await api.json(`PUT /tasks/${id}`, { token, json: { ...TASK, title: 'New' } }), { title: 'New' })
})
check('empty-header', decision(31), 'An empty `Authorization` header is refused with 403.', async (api) =>
  equal(await api.status('GET /tasks', { headers: { authorization: '' } }), 403),
)
onTask('user-deletes-task', decision(3), 'The role USER may delete a task of another account.', async (api, { id }) => {
  const { token } = await api.login(api.user)
  equal(await api.status(`DELETE /tasks/${id}`, { token }), 204)
})
check('user-sees-tasks', decision(3), 'Every account sees the same tasks.', async (api: Api) => {
  const task = await api.create()
  const { token } = await api.login(api.user)
  equal(await api.json(`GET /tasks/${task.id}`, { token }), task)
})

/** Changes bits of the last character that the signature does not use. A lenient decoder reads the same bytes. */
function changeLastBits(token: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const last = alphabet.indexOf(token.slice(-1))
  return token.slice(0, -1) + alphabet[last ^ 1]
}
