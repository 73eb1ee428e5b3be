import { setTimeout as sleep } from 'node:timers/promises'
import { brotliDecompressSync, gzipSync } from 'node:zlib'
import t from 'tap'
import { openStore } from '../../../src/rooms/open-store.js'
import { minute, startExercise } from '../../classroom/training/learner.js'
import { createBoard, LOGIN, TASK } from '../../kit/board.js'
import { lastingDatabase } from '../../kit/database.js'
import { type Json, multipart, startService } from '../../kit/helper.js'
import { startListening } from '../../kit/raw-http.js'
import { storedRows } from '../../kit/stored-rows.js'

const ID = 'x-request-id'

t.test('a recorded request has what the client sent and received (decisions 128 and 129)', async (t) => {
  const service = await startService(t)
  const { send } = await createBoard(service)
  const start = performance.now()
  const sent = await send('POST /api/v1/tasks?draft=1', { json: TASK })
  const elapsed = performance.now() - start
  const { status, json } = await send(`GET /requests/${sent.headers[ID]}`)
  t.equal(status, 200)
  t.match(json, {
    number: 1,
    method: 'POST',
    path: '/api/v1/tasks',
    query: 'draft=1',
    status: 201,
    size: sent.bytes.length,
    requestId: sent.headers[ID],
    claims: { length: 0 },
    request: { mediaType: 'application/json', body: { text: JSON.stringify(TASK) } },
    response: {
      status: 201,
      headers: { 'content-type': 'application/json', location: sent.headers.location },
      body: { text: String(sent.bytes), bytes: sent.bytes.length },
    },
    disconnected: false,
  })
  t.ok(json.firstByte > 0 && json.firstByte <= json.duration)
  t.ok(json.duration < elapsed, `${json.duration} of ${elapsed} ms`)
  t.notHas(json, { evidence: {} })
  const unknown = await send('GET /requests/unknown')
  t.match(unknown, { status: 404, json: { message: "The log has no request with the X-Request-Id 'unknown'" } })
})

t.test('requests without a body, without a route, with the wrong method and with HEAD are recorded', async (t) => {
  const service = await startService(t)
  const { send } = await createBoard(service)
  const exchangeOf = async (request: string, options: object = {}) => {
    const { headers } = await send(request, { unchecked: true, ...options })
    return (await send(`GET /requests/${headers[ID]}`)).json
  }
  const empty = { mediaType: null, body: { text: null, bytes: 0 } }
  const missing = await exchangeOf('GET /api/v1/nothing')
  t.match(missing, { request: empty, response: { status: 404, body: { text: /"status":404/ } } })
  const refused = await exchangeOf('PATCH /api/v1/tasks')
  t.match(refused, { response: { status: 405, headers: { allow: 'GET, HEAD, POST, DELETE' } } })
  const head = await exchangeOf('HEAD /api/v1/tasks')
  t.match(head, { size: 0, request: empty, response: { status: 200, body: { text: null, bytes: 0 } } })
  const headOfNothing = await exchangeOf('HEAD /api/v1/nothing')
  t.match(headOfNothing, { size: 0, response: { status: 404, body: { text: null, bytes: 0 } } })
  await send('POST /api/v1/tasks', { json: TASK })
  const deleted = await exchangeOf('DELETE /api/v1/tasks/1')
  t.match(deleted, { size: 0, request: empty, response: { status: 204, body: { text: null, bytes: 0 } } })
  const text = await exchangeOf('POST /api/v1/tasks', { headers: { 'content-type': 'text/plain' }, body: 'hello' })
  t.match(text, {
    request: { mediaType: 'text/plain', body: { text: null, bytes: 5 } },
    response: { status: 415 },
  })
})

t.test('only the name, media type and size of a file are recorded', async (t) => {
  const service = await startService(t)
  const { send } = await createBoard(service)
  await send('POST /api/v1/tasks', { json: TASK })
  const upload = multipart([{ fileName: 'a.txt', type: 'text/plain', content: 'a private text' }])
  const { headers } = await send('POST /api/v1/tasks/1/attachments', upload)
  const { json, bytes } = await send(`GET /requests/${headers[ID]}`)
  t.strictSame(json.request.files, [{ name: 'a.txt', mediaType: 'text/plain', size: 14 }])
  t.match(json.request, { mediaType: /^multipart\/form-data/, body: { text: null } })
  t.notMatch(String(bytes), 'a private text')
  const download = await send('GET /api/v1/tasks/1/attachments/1')
  const shown = await send(`GET /requests/${download.headers[ID]}`)
  t.match(shown.json, { size: 14, response: { status: 200, body: { text: null, bytes: 14 } } })
})

t.test('only the start of a long text is recorded, with its full length', async (t) => {
  const service = await startService(t)
  const { send } = await createBoard(service)
  const padding = 'x'.repeat(40_000)
  const sent = await send('POST /api/v1/tasks', { json: { ...TASK, padding } })
  for (let n = 0; n < 90; n++) await send('POST /api/v1/tasks', { json: TASK })
  const listed = await send('GET /api/v1/tasks?size=100')
  const { request } = (await send(`GET /requests/${sent.headers[ID]}`)).json
  const long = JSON.stringify({ ...TASK, padding })
  t.strictSame(request.body, { text: long.slice(0, 16_384), bytes: long.length })
  for (const character of ['\u8cb7', '\u{1f34e}']) {
    const body = `{"a":"${character.repeat(20_000)}`
    const headers = { 'content-type': 'application/json' }
    const { headers: sent } = await send('POST /api/v1/tasks', { headers, body, unchecked: true })
    const { text } = (await send(`GET /requests/${sent[ID]}`)).json.request.body
    t.ok(body.startsWith(text), 'no character is cut')
    t.ok(text.length >= 16_383)
  }
  const { response } = (await send(`GET /requests/${listed.headers[ID]}`)).json
  t.strictSame(response.body, { text: String(listed.bytes).slice(0, 16_384), bytes: listed.bytes.length })
})

t.test('long texts are compared before they are cut', async (t) => {
  const service = await startService(t)
  const { send, token } = await createBoard(service)
  const json = { ...TASK, description: 'x'.repeat(500) }
  for (let n = 0; n < 40; n++) await send('POST /api/v1/tasks', { json })
  for (const [fault, ...kinds] of [
    ['slow-response', 'delay'],
    ['date-mix', 'type'],
  ] as const) {
    const { headers } = await send('GET /api/buggy/tasks?size=40', {
      headers: { prefer: `fault=${fault}` },
      unchecked: true,
    })
    const { evidence } = (await send(`GET /requests/${headers[ID]}`, { token })).json
    t.equal(evidence.expected?.body.text.length, fault === 'date-mix' ? 16_384 : undefined)
    t.strictSame([...new Set(evidence.difference.map(({ kind }: Json) => kind))], kinds, fault)
  }
})

t.test('a request whose client disconnects before there is a response is recorded with the status 499', async (t) => {
  let markStarted = () => {}
  const started = new Promise<void>((resolve) => (markStarted = resolve))
  const service = await startListening(t, {
    sleep: async (milliseconds, signal) => {
      // The claim below waits for its response in pauses of less than a second.
      if (milliseconds < 1000) return
      markStarted()
      await sleep(milliseconds, undefined, { signal })
    },
  })
  const { id, send, token } = await createBoard(service)
  const closed = new Promise((resolve) => {
    service.app.server.once('request', (_request, response) => response.once('close', resolve))
  })
  const client = new AbortController()
  const sent = fetch(`${service.origin}/b/${id}/api/buggy/tasks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', prefer: 'fault=slow-response', [ID]: 'abandoned' },
    body: JSON.stringify(TASK),
    signal: client.signal,
  })
  await started
  client.abort()
  await t.rejects(sent)
  await closed
  const { json } = await send('GET /requests/abandoned', { token })
  t.match(json, {
    method: 'POST',
    path: '/api/buggy/tasks',
    status: 499,
    size: 0,
    disconnected: true,
    request: { body: { bytes: JSON.stringify(TASK).length } },
    evidence: { changed: ['slow-response'] },
  })
  t.equal((await send('GET /api/v1/tasks')).json.totalElements, 0, 'nothing was done')
  t.equal((await send('POST /claims', { json: { requestId: 'abandoned', fault: 'slow-response' } })).status, 404)
})

t.test('passwords and tokens never reach the database (decision 128)', async (t) => {
  const file = `${t.testdir()}/board.db`
  const service = await startService(t, { store: await openStore(`sqlite:${file}`) })
  const { id, send } = await createBoard(service)
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
  const segments = (storedRows(file).blob ?? []).map(({ bytes }) => bytes as Uint8Array)
  const stored = segments.map((segment) => String(brotliDecompressSync(segment))).join()
  t.match(stored, 'a private title')
  for (const secret of secrets) t.notMatch(stored, secret)
})

t.test('secrets are recognised by other names, spellings and encodings (decision 128)', async (t) => {
  const service = await startService(t)
  const { send, asOwner } = await createBoard(service)
  const secret = 'a-secret-value'
  const recorded = async (request: string, options: object = {}) => {
    const { headers } = await send(request, { unchecked: true, ...options })
    return (await send(`GET /requests/${headers[ID]}`)).json
  }
  const json = { 'content-type': 'application/json' }
  for (const body of [
    `{"Password":"${secret}"}`,
    `{"refresh_token":"${secret}"}`,
    `{"password ":"${secret}"}`,
    `{"pass":"${secret}"}`,
    `{"a":[{"ownerToken":{"${secret}":["${secret}"]}}]}`,
    `{"a":{"password":"${secret}"},"a":1}`,
    JSON.stringify(JSON.stringify({ password: secret })),
    JSON.stringify({ title: JSON.stringify({ nested: JSON.stringify({ apiKey: secret }) }) }),
    JSON.stringify({ title: `{"password":"${secret}` }),
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
  for (const body of [
    JSON.stringify(harmless),
    '{"title":"Zo\\u00eb and the token","id":9007199254740993,"x":1.10,"x":[ ],"x":1E2 }',
    '{"title":"The token of Zo\\u00eb",}',
    '{"title":"The token',
  ]) {
    const { request } = await recorded('POST /api/v1/tasks?search=password', { headers: json, body })
    t.equal(request.body.text, body, 'a text without a secret is recorded as it was sent')
  }
  await asOwner('PUT /defects', { json: { defects: ['error-path-with-query'] } })
  const repeated = await recorded(`GET /api/v1/tasks/99?token=${secret}`)
  t.match(repeated, { query: 'token=[redacted]', response: { body: { text: /tasks\/99\?token=\[redacted\]"/ } } })
  const [{ first }] = (await asOwner('GET /defects/effects')).json.effects
  t.equal(first.target, '/api/v1/tasks/99?token=[redacted]')
  const member = JSON.stringify({ password: secret })
  for (const target of [`99?q=${member}`, `99?q=${encodeURIComponent(member)}`, member, encodeURIComponent(member)]) {
    const shown = await recorded(`GET /api/v1/tasks/${target}`)
    t.notMatch(JSON.stringify(shown), secret, target)
    t.match(JSON.stringify(shown), '[redacted]')
  }
})

t.test('a compressed body is not recorded as text', async (t) => {
  const { send } = await createBoard(await startService(t), { defects: ['title-trimmed'] })
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
  const service = await startService(t)
  const { send, token } = await createBoard(service)
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
  const service = await startService(t)
  const { send } = await createBoard(service)
  const login = await send('POST /api/v2/%61uth/login', { ...LOGIN, unchecked: true })
  const { json, bytes } = await send(`GET /requests/${login.headers[ID]}`)
  t.match(json.response.body.text, '"token":"[redacted]"')
  for (const secret of [login.json.token, login.json.refreshToken]) t.notMatch(String(bytes), secret)
  const refused = await send('POST /api/v2/auth/login', { json: { username: 'admin' } })
  const shown = (await send(`GET /requests/${refused.headers[ID]}`)).json
  t.equal(shown.response.body.text, String(refused.bytes))
})

t.test('learners see the evidence of a response after a right claim about it (decision 130)', async (t) => {
  const { read, claim, send, asOwner, token } = await startExercise(t)
  const [faulty, right] = [await read(), await read()]
  const evidenceOf = async (id: string, options: object = {}): Promise<Json> =>
    (await send(`GET /requests/${id}`, options)).json.evidence
  t.equal(await evidenceOf(faulty), undefined)
  await claim(faulty, 'pagination')
  t.equal(await evidenceOf(faulty), undefined, 'a wrong claim shows nothing more than its explanation')
  const owned = await evidenceOf(faulty, { token })
  t.match(owned, { changed: ['date-mix'], expected: { status: 200 }, difference: [{ kind: 'type', of: 'task 1' }] })
  t.match(owned.difference[0].sentence, /^`(created|updated)At` of task 1 is a number instead of a text\.$/)
  await claim(faulty, 'date-mix')
  t.strictSame(await evidenceOf(faulty), owned)
  await claim(right, 'none')
  t.strictSame(await evidenceOf(right), { changed: [], difference: [] })
  await asOwner('PUT /defects', { json: { defects: ['title-trimmed'] } })
  const next = await read()
  await claim(next, 'date-mix')
  t.match(await evidenceOf(next), { changed: ['date-mix'] }, 'also on a board with defects')
})

t.test(
  'during an exercise, evidence does not show faults and defects that are left to find (decision 130)',
  async (t) => {
    const script = [['date-mix', 'missing-fields'], ['date-mix']]
    const { read, claim, send, asOwner } = await startExercise(t, { endsAt: minute(10), faults: { script } })
    const both = await read()
    const evidenceOf = async (id: string): Promise<Json> => (await send(`GET /requests/${id}`)).json.evidence
    t.match((await claim(both, 'date-mix')).json, {
      verdict: 'right',
      explanation: /^Right: `\w+At` of task 1 was a number\.$/,
    })
    t.equal(await evidenceOf(both), undefined)
    await claim(both, 'missing-fields')
    t.strictSame((await evidenceOf(both)).changed, ['missing-fields', 'date-mix'])
    await asOwner('PUT /defects', { json: { defects: ['title-trimmed'] } })
    const one = await read()
    await claim(one, 'date-mix')
    t.equal(await evidenceOf(one), undefined, 'a defect of the board is left to find')
  },
)

t.test(
  'with feedback after the end, learners see no explanation and no evidence before it (decisions 130 and 131)',
  async (t) => {
    const { service, read, claim, send, asOwner } = await startExercise(t, { endsAt: minute(10), feedback: 'after' })
    await asOwner('PUT /faults', { json: { script: [['date-mix']] } })
    const id = await read()
    t.match((await claim(id, 'date-mix')).json, { verdict: null, explanation: null })
    t.match((await send(`GET /requests/${id}`)).json, { changed: null, claims: [{ explanation: null }] })
    t.equal((await send(`GET /requests/${id}`)).json.evidence, undefined)
    service.clock.now += 11 * 60_000
    t.match((await send(`GET /requests/${id}`)).json, {
      claims: [{ explanation: /^Right: / }],
      evidence: { changed: ['date-mix'], difference: [{ kind: 'type' }] },
    })
  },
)

t.test('a verdict is explained (decision 131)', async (t) => {
  const { read, claim } = await startExercise(t)
  const [faulty, right] = [await read(), await read()]
  t.match((await claim(faulty, 'slow-response')).json.explanation, /^Not this fault: `\w+At` of task 1 was a number\.$/)
  t.match((await claim(faulty, 'none')).json.explanation, /^This response had a fault: /)
  t.match((await claim(right, 'date-mix')).json.explanation, /^This response was correct: all fields were present/)
  t.match(
    (await claim(right, 'none')).json.explanation,
    /^Right: all fields were present, dates were text, and it took /,
  )
})

t.test(
  'a verdict does not call a response correct if a defect changed it and the expected one is unknown',
  async (t) => {
    const { claim, send, asOwner } = await startExercise(t)
    await asOwner('PUT /faults', { json: { script: [[]] } })
    await asOwner('PUT /defects', { json: { defects: ['create-returns-200'] } })
    const json = { ...TASK, padding: 'x'.repeat(70_000) }
    const { status, headers } = await send('POST /api/buggy/tasks', { json, unchecked: true })
    t.equal(status, 200)
    const { explanation } = (await claim(headers[ID] ?? '', 'none')).json
    t.equal(explanation, 'Right: no fault changed this response.')
  },
)

t.test('a large upload that a defect has refused has an expected response', async (t) => {
  const service = await startService(t)
  const { send, token } = await createBoard(service, { defects: ['largest-file-refused'] })
  await send('POST /api/v1/tasks', { json: TASK })
  const upload = multipart([{ fileName: 'a.bin', content: 'x'.repeat(1_048_576) }])
  const { status, headers } = await send('POST /api/v1/tasks/1/attachments', { ...upload, unchecked: true })
  t.equal(status, 400)
  const { evidence } = (await send(`GET /requests/${headers[ID]}`, { token })).json
  t.equal(evidence.expected.status, 201)
  t.match(evidence.difference, [{ at: 'status', expected: 201, actual: 400 }])
})

t.test('a response that a defect has changed does not look as expected if other requests overlap', async (t) => {
  const service = await startService(t)
  const { send, token } = await createBoard(service, { defects: ['create-returns-200'] })
  const create = () => send('POST /api/v1/tasks', { json: TASK, unchecked: true })
  for (const { headers } of await Promise.all([create(), create(), create()])) {
    const { evidence } = (await send(`GET /requests/${headers[ID]}`, { token })).json
    t.strictSame(evidence.difference, [
      {
        at: 'response',
        kind: 'unknown',
        sentence: 'A defect has changed the response, and the expected response is not known.',
      },
    ])
  }
})

t.test('a reset deletes exchanges, and BOARD_EXCHANGES=0 records none', async (t) => {
  for (const exchangesMax of [0, 1_048_576]) {
    const service = await startService(t, { exchangesMax })
    const { send, asOwner } = await createBoard(service)
    const { headers } = await send('GET /api/v1/tasks')
    const read = async () => (await send(`GET /requests/${headers[ID]}`)).json
    t.equal((await read()).response?.status, exchangesMax === 0 ? undefined : 200)
    await asOwner('POST /reset')
    t.match(await read(), { number: 1, status: 200 })
    t.notHas(await read(), { response: {} })
  }
})

t.test('with BOARD_EXCHANGES=0, earlier exchanges are deleted after at most 100 more requests', async (t) => {
  const url = await lastingDatabase(t)
  const start = async (exchangesMax: number) => startService(t, { store: await openStore(url), exchangesMax })
  const service = await start(1_048_576)
  const { id, send } = await createBoard(service)
  const { headers } = await send('GET /api/v1/tasks')
  t.has((await send(`GET /requests/${headers[ID]}`)).json, { response: { status: 200 } })
  await service.app.close()
  const restarted = await start(0)
  for (let n = 0; n < 100; n++) await restarted.send(`GET /b/${id}/api/v1/tasks`, { unchecked: true })
  const { status, json } = await restarted.send(`GET /b/${id}/requests/${headers[ID]}`, { unchecked: true })
  t.equal(status, 200)
  t.notHas(json, { response: {} })
})

t.test('without an exercise, the score counts the faults, but does not name them (decision 130)', async (t) => {
  const { read, score } = await startExercise(t)
  await read()
  const { total, faults } = await score()
  t.equal(total.happened, 1)
  for (const { happened, recall, f1 } of faults) t.strictSame([happened, recall, f1], [null, null, null])
})

t.test('the expected response to a download has no content either (decision 128)', async (t) => {
  const service = await startService(t)
  const { send, token } = await createBoard(service, { defects: ['download-truncated'] })
  await send('POST /api/v1/tasks', { json: TASK })
  const upload = multipart([{ fileName: 'a.txt', type: 'text/plain', content: 'a private text' }])
  await send('POST /api/v1/tasks/1/attachments', upload)
  const download = await send('GET /api/v1/tasks/1/attachments/1', { unchecked: true })
  const { json, bytes } = await send(`GET /requests/${download.headers[ID]}`, { token })
  t.match(json.evidence, { expected: { body: { text: null, bytes: 14 } }, difference: [{ at: 'body' }] })
  t.notMatch(String(bytes), 'private')
})
