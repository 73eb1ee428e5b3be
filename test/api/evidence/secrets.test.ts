import { brotliDecompressSync, gzipSync } from 'node:zlib'
import t from 'tap'
import { openStore } from '../../../src/rooms/open-store.js'
import { LOGIN, startBoard, TASK } from '../../kit/board.js'
import { storedRows } from '../../kit/stored-rows.js'

const ID = 'x-request-id'

t.test('passwords and tokens never reach the database (decision 128)', async (t) => {
  const file = `${t.testdir()}/board.db`
  const { service, id, send } = await startBoard(t, { store: await openStore(`sqlite:${file}`) })
  const login = await send('POST /api/v2/auth/login', LOGIN)
  const { token, refreshToken } = login.json
  const wrong = { username: 'admin', password: 'a wrong password' }
  await send('POST /api/v2/auth/login', { json: wrong })
  const misplaced = await send('POST /api/v1/tasks', {
    json: { title: 'a private title', status: 'TODO', password: 'admin123', nested: { token } },
  })
  await send('POST /api/v2/auth/refresh', { json: { refreshToken } })
  const escaped = '{"username":"admin","p\\u0061ssword":"admin123"}'
  const headers = { 'content-type': 'application/json' }
  const login2 = await send('POST /api/v2/auth/login', { headers, body: escaped })
  const cut = await send('POST /api/v2/auth/login', { headers, body: '{"password":"admin123' })
  await send(`GET /api/v2/tasks?access_token=${token}`, { token })
  const secrets = ['admin123', 'a wrong password', token, refreshToken, login2.json.token]
  for (const { headers } of [login, misplaced, login2]) {
    const shown = String((await send(`GET /requests/${headers[ID]}`)).bytes)
    for (const secret of secrets) t.notMatch(shown, secret)
    t.match(shown, '[redacted]')
  }
  t.equal((await send(`GET /requests/${cut.headers[ID]}`)).json.request.body.text, '{"password":"[redacted]"')
  t.match((await send('GET /requests?size=1')).json.content, [{ query: 'access_token=[redacted]' }])
  await service.app.flushLogs([id])
  const rows = storedRows(file)
  const segments = (rows.blob ?? []).map(({ bytes }) => Buffer.from(bytes as Uint8Array))
  const stored = JSON.stringify(rows) + segments.map(textOf).join()
  t.match(stored, 'a private title')
  for (const secret of secrets) t.notMatch(stored, secret)
})

/** Returns the text of a segment, which is compressed only if it is long. */
function textOf(segment: Buffer): string {
  try {
    return String(brotliDecompressSync(segment))
  } catch {
    return String(segment)
  }
}

t.test('secrets are recognised by other names, spellings and encodings (decision 128)', async (t) => {
  const { send, asOwner } = await startBoard(t)
  const secret = 'a-secret-value'
  const recorded = async (request: string, options: object = {}) => {
    const { headers } = await send(request, { unchecked: true, ...options })
    return (await send(`GET /requests/${headers[ID]}`)).json
  }
  const json = { 'content-type': 'application/json' }
  for (const body of [
    `{"a":{"password":"${secret}"},"a":1}`,
    `Password=${secret}`,
    `{pass: "${secret}"}`,
    Buffer.from(`{"password":"${secret}"}`, 'utf16le'),
  ]) {
    const { request } = await recorded('POST /api/v2/auth/login', { headers: json, body })
    t.notMatch(String(request.body.text).replaceAll('\0', ''), secret, String(body))
    t.equal(request.body.bytes, body.length)
  }
  for (const target of [
    '/api/v1/tasks?p%61ssword=',
    '/api/v1/tasks?x=1;password=',
    '/api/v1/tasks?status=TODO%26password%3D',
    '/api/v1/tasks?p%2561ssword%3d',
    '/api/v1/tasks?auth=',
    '/api/v1/tasks?jwt=',
    '/api/v1/nothing;password=',
    '/api/v1/$&;password=',
    '/api/v1/$%60;password=',
    '/api/v1/tasks/%zz;password=',
    '/api/v1/tasks?x=%zz&password=',
  ]) {
    t.notMatch(JSON.stringify(await recorded(`GET ${target}${secret}`)), secret, target)
  }
  const quoted = await recorded(`GET /api/v1/%22a%22;password=${secret}`)
  t.match(JSON.parse(quoted.response.body.text).path, /password=\[redacted\]$/)
  t.equal((await recorded(`GET /api/v1/x%${'25'.repeat(5000)}`)).response.status, 404)
  const harmless = { title: 'The "author" of key tokens', status: 'TODO' }
  const body = JSON.stringify(harmless)
  const { request } = await recorded('POST /api/v1/tasks?search=password', { headers: json, body })
  t.equal(request.body.text, body, 'a text without a secret is recorded as it was sent')
  await asOwner('PUT /defects', { json: { defects: ['error-path-with-query'] } })
  const repeated = await recorded(`GET /api/v1/tasks/99?token=${secret}`)
  t.match(repeated, { query: 'token=[redacted]', response: { body: { text: /tasks\/99\?token=\[redacted\]"/ } } })
  const [{ first }] = (await asOwner('GET /defects/effects')).json.effects
  t.equal(first.target, '/api/v1/tasks/99?token=[redacted]')
  const member = encodeURIComponent(JSON.stringify({ password: secret }))
  t.notMatch(JSON.stringify(await recorded(`GET /api/v1/tasks/${member}?q=${member}`)), secret)
})

t.test('a compressed body is not recorded as text', async (t) => {
  const { send } = await startBoard(t, {}, { defects: ['title-trimmed'] })
  const body = gzipSync(JSON.stringify(TASK))
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
  for (const [request, prefer] of [
    ['POST /api/v1/tasks', 'fault=server-error'],
    ['POST /api/buggy/tasks', 'fault=server-error'],
    ['POST /api/buggy/tasks', 'fault=slow-response'],
  ] as const) {
    const reply = await send(request, { headers: { ...headers, prefer }, body, unchecked: true })
    const { json } = await send(`GET /requests/${reply.headers[ID]}`)
    t.strictSame(json.request.body, { text: null, bytes: body.length }, `${request} with ${prefer}`)
  }
})

t.test('a secret in a text is hidden in responses, expected responses and differences (decision 128)', async (t) => {
  const { send, token } = await startBoard(t)
  const secret = 'a-secret-value'
  const description = JSON.stringify({ password: secret, text: 'a'.repeat(400) })
  const isShown = async (request: string, options: object = {}) => {
    const { headers } = await send(request, { ...options, unchecked: true })
    const { response, evidence } = (await send(`GET /requests/${headers[ID]}`, { token })).json
    t.match(response.body.text, /title.*redacted/, request)
    return JSON.stringify([response, evidence]).includes(secret)
  }
  const headers = { prefer: 'fault=malformed-json' }
  t.notOk(await isShown('POST /api/v1/tasks', { json: { ...TASK, description } }))
  t.notOk(await isShown('GET /api/buggy/tasks', { headers }))
  for (let count = 0; count < 30; count++) await send('POST /api/v1/tasks', { json: { ...TASK, description } })
  t.notOk(await isShown('GET /api/buggy/tasks?size=100', { headers }), 'the texts are too long to be recorded in full')
})

t.test('the path of an authentication can be percent-encoded, and its errors stay readable', async (t) => {
  const { send } = await startBoard(t)
  const login = await send('POST /api/v2/%61uth/login', { ...LOGIN, unchecked: true })
  const { json, bytes } = await send(`GET /requests/${login.headers[ID]}`)
  t.match(json.response.body.text, '"token":"[redacted]"')
  for (const secret of [login.json.token, login.json.refreshToken]) t.notMatch(String(bytes), secret)
  const refused = await send('POST /api/v2/auth/login', { json: { username: 'admin' } })
  const shown = (await send(`GET /requests/${refused.headers[ID]}`)).json
  t.equal(shown.response.body.text, String(refused.bytes))
})
