import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { openStore } from '../../../src/rooms/open-store.js'
import { createBoard, startBoard, TASK } from '../../kit/board.js'
import { lastingDatabase } from '../../kit/database.js'
import { type Json, multipart, startService } from '../../kit/helper.js'
import { pending } from '../../kit/pending.js'
import { startListening } from '../../kit/raw-http.js'

const ID = 'x-request-id'

t.test('a recorded request has what the client sent and received (decisions 128 and 129)', async (t) => {
  const { send } = await startBoard(t)
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
  const { send } = await startBoard(t)
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
  const { send } = await startBoard(t)
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
  const { send } = await startBoard(t)
  const padding = 'x'.repeat(40_000)
  const sent = await send('POST /api/v1/tasks', { json: { ...TASK, padding } })
  for (let n = 0; n < 90; n++) await send('POST /api/v1/tasks', { json: TASK })
  const listed = await send('GET /api/v1/tasks?size=100')
  const { request } = (await send(`GET /requests/${sent.headers[ID]}`)).json
  const long = JSON.stringify({ ...TASK, padding })
  t.strictSame(request.body, { text: long.slice(0, 16_384), bytes: long.length })
  for (const character of ['\u8cb7', '\u{1f34e}']) {
    // The limit is in the middle of a surrogate pair.
    const body = `{"an":"${character.repeat(20_000)}`
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
  const { send, token } = await startBoard(t)
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
  const { promise: started, resolve: markStarted } = pending()
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

t.test('a large upload that a defect has refused has an expected response', async (t) => {
  const { send, token } = await startBoard(t, {}, { defects: ['largest-file-refused'] })
  await send('POST /api/v1/tasks', { json: TASK })
  const upload = multipart([{ fileName: 'a.bin', content: 'x'.repeat(1_048_576) }])
  const { status, headers } = await send('POST /api/v1/tasks/1/attachments', { ...upload, unchecked: true })
  t.equal(status, 400)
  const { evidence } = (await send(`GET /requests/${headers[ID]}`, { token })).json
  t.equal(evidence.expected.status, 201)
  t.match(evidence.difference, [{ at: 'status', expected: 201, actual: 400 }])
})

t.test('a response that a defect has changed does not look as expected if other requests overlap', async (t) => {
  const { send, token } = await startBoard(t, {}, { defects: ['create-returns-200'] })
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
    const { send, asOwner } = await startBoard(t, { exchangesMax })
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

t.test('the expected response to a download has no content either (decision 128)', async (t) => {
  const { send, token } = await startBoard(t, {}, { defects: ['download-truncated'] })
  await send('POST /api/v1/tasks', { json: TASK })
  const upload = multipart([{ fileName: 'a.txt', type: 'text/plain', content: 'a private text' }])
  await send('POST /api/v1/tasks/1/attachments', upload)
  const download = await send('GET /api/v1/tasks/1/attachments/1', { unchecked: true })
  const { json, bytes } = await send(`GET /requests/${download.headers[ID]}`, { token })
  t.match(json.evidence, { expected: { body: { text: null, bytes: 14 } }, difference: [{ at: 'body' }] })
  t.notMatch(String(bytes), 'private')
})
