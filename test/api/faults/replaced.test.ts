import t from 'tap'
import { StoreUnavailable } from '../../../src/contract/errors.js'
import { createBoard, TASK } from '../../kit/board.js'
import { openEmptyStore } from '../../kit/database.js'
import { expectError } from '../../kit/expect-error.js'
import { START, startService } from '../../kit/helper.js'
import { request as bytesOf, startListening } from '../../kit/raw-http.js'
import { repeat, start } from './one-task.js'
import { REAL_CLIENTS, viaSocket } from './real-clients.js'

const unchecked = true

/** The times in `Retry-After`, in seconds from now. */
function waitsOf(values: (string | undefined)[]): string[] {
  return values.map((value = '') => {
    if (/^\d+$/.test(value)) return `${value} s`
    if (new Date(value).toUTCString() !== value) throw new Error(`${value} is not a date of HTTP`)
    return `date in ${(Date.parse(value) - START) / 1000} s`
  })
}

const ALL_WAITS = ['1 s', '2 s', '3 s', 'date in 1 s', 'date in 2 s', 'date in 3 s']

t.test('unavailable returns 503 with Retry-After, and does nothing (decision 145)', async (t) => {
  const board = await start(t)
  const before = await board.send('GET /api/v1/tasks')
  const replies = await repeat(board, 'unavailable', 'DELETE /api/buggy/tasks/1')
  for (const reply of replies) {
    const path = `/b/${board.id}/api/buggy/tasks/1`
    expectError(t, reply, { status: 503, path, message: 'The store is not available, try again later' })
  }
  const waits = waitsOf(replies.map(({ headers }) => headers['retry-after']))
  t.strictSame([...new Set(waits)].sort(), ALL_WAITS, 'seconds and dates')
  t.equal(String((await board.send('GET /api/v1/tasks')).bytes), String(before.bytes))
})

t.test('rate-limited returns 429 with the headers of a rate limit, and does nothing (decision 145)', async (t) => {
  const board = await start(t)
  const replies = await repeat(board, 'rate-limited', 'POST /api/buggy/tasks', { json: TASK })
  for (const reply of replies) {
    const path = `/b/${board.id}/api/buggy/tasks`
    expectError(t, reply, { status: 429, path, message: /^Too many requests to this board, try again in [123] s$/ })
    t.match(reply.headers, { 'ratelimit-limit': '500', 'ratelimit-remaining': '0', 'ratelimit-reset': /^[123]$/ })
    t.match(reply.headers['access-control-expose-headers'], /RateLimit-Reset/)
    const [wait = ''] = waitsOf([reply.headers['retry-after']])
    t.ok(
      wait.includes(` ${reply.headers['ratelimit-reset']} s`) ||
        wait.startsWith(`${reply.headers['ratelimit-reset']} s`),
    )
  }
  const waits = waitsOf(replies.map(({ headers }) => headers['retry-after']))
  t.strictSame([...new Set(waits)].sort(), ALL_WAITS, 'seconds and dates')
  t.equal((await board.send('GET /api/v1/tasks')).json.totalElements, 1)
  t.equal((await board.send('GET /api/v1/tasks')).status, 200, 'the limit is not real')
})

t.test('html-error returns 502 with a page, and does nothing (decision 145)', async (t) => {
  const board = await start(t)
  const [reply] = await repeat(board, 'html-error', 'POST /api/buggy/tasks', { json: TASK })
  t.strictSame([reply?.status, reply?.headers['content-type']], [502, 'text/html'])
  t.match(String(reply?.bytes), /^<html>\n<head><title>502 Bad Gateway<\/title>/)
  t.equal((await board.send('GET /api/v1/tasks')).json.totalElements, 1)
})

t.test('a fault that replaces the operation is in the log and in the headers', async (t) => {
  const board = await start(t)
  for (const [fault, status] of Object.entries({ unavailable: 503, 'rate-limited': 429, 'html-error': 502 })) {
    await board.asOwner('PUT /faults', { json: { script: [[fault]], disclose: true } })
    const { headers } = await board.send('POST /api/buggy/tasks', { json: TASK, unchecked })
    t.equal(headers['fault-injected'], `${fault};ordinal=0`)
    const [entry] = (await board.asOwner('GET /requests')).json.content
    t.match(entry, { status, drawn: [fault], changed: [fault] })
    const chosen = await board.send('GET /api/buggy/tasks', { headers: { prefer: `fault=${fault}` }, unchecked })
    t.strictSame([chosen.status, chosen.headers['preference-applied']], [status, `fault=${fault}`])
  }
})

t.test('the first of several faults that replace the operation acts alone', async (t) => {
  const board = await start(t)
  const script = [
    ['html-error', 'rate-limited', 'unavailable', 'server-error', 'date-mix'],
    ['html-error', 'rate-limited', 'date-mix'],
  ]
  await board.asOwner('PUT /faults', { json: { script } })
  for (const status of [500, 429]) t.equal((await board.send('GET /api/buggy/tasks', { unchecked })).status, status)
  const { content } = (await board.asOwner('GET /requests')).json
  const changes = content.slice(0, 2).map(({ changed }: { changed: string[] }) => changed)
  t.strictSame(changes, [['rate-limited'], ['server-error']])
})

t.test('on a board with defects, the expected response is known too', async (t) => {
  const board = await start(t)
  await board.asOwner('PUT /defects', { json: { defects: ['delete-returns-200'] } })
  await board.asOwner('PUT /faults', { json: { script: [['unavailable']] } })
  const { headers } = await board.send('GET /api/buggy/tasks/1', { unchecked })
  const { json } = await board.send(`GET /requests/${headers['x-request-id']}`, { token: board.token })
  t.match(json.evidence, { changed: ['unavailable'], expected: { status: 200 } })
})

t.test('faults of a response that is refused before it is sent do not count', async (t) => {
  let isLost = false
  const confirm = () => (isLost ? Promise.reject(new StoreUnavailable()) : undefined)
  const service = await startService(t, { store: { ...(await openEmptyStore()), confirm }, sleep: async () => {} })
  const board = await createBoard(service, { fixture: 'demo' })
  const script = [['slow-response', 'missing-fields', 'slow-body']]
  await board.asOwner('PUT /faults', { json: { script, disclose: true } })
  isLost = true
  const { status, headers } = await board.send('GET /api/buggy/tasks/1', { unchecked })
  isLost = false
  t.match([status, headers['fault-injected']], [503, 'slow-response;ordinal=0'])
  const [entry] = (await board.asOwner('GET /requests')).json.content
  t.match(entry, { status: 503, drawn: script[0] })
  const { json } = await board.send(`GET /requests/${headers['x-request-id']}`, { token: board.token })
  t.strictSame([entry.changed, json.evidence.changed], [['slow-response'], ['slow-response']])
  t.notMatch(JSON.stringify(json.evidence), /"at":"body","kind":"delay"/, 'the body was not delayed')
})

for (const [name, send] of Object.entries(REAL_CLIENTS)) {
  t.test(`${name} gets the responses of these faults, and can use the connection again`, async (t) => {
    const service = await startListening(t)
    const url = `${service.origin}${service.mount.enter('/api/buggy/tasks')}`
    const body = JSON.stringify(TASK)
    const post = (prefer: string) =>
      send(url, { method: 'POST', headers: { 'content-type': 'application/json', prefer }, body })
    t.match(await post('fault=unavailable'), { status: 503, headers: { 'retry-after': /./ }, text: /try again later/ })
    t.match(await post('fault=rate-limited'), { status: 429, headers: { 'ratelimit-remaining': '0' } })
    t.match(await post('fault=html-error'), {
      status: 502,
      headers: { 'content-type': /^text\/html/ },
      text: /^<html>/,
    })
    t.match(await post('fault=none'), { status: 201 })
  })
}

t.test('after html-error, the rest of a large body is read, and the connection serves the next request', async (t) => {
  const service = await startListening(t)
  const headers = { 'Content-Type': 'application/json', Prefer: 'fault=html-error' }
  const json = JSON.stringify({ ...TASK, ignored: 'x'.repeat(900_000) })
  const requests = [
    bytesOf('POST /api/buggy/tasks', headers, json),
    bytesOf('GET /api/v1/tasks', { Connection: 'close' }),
  ]
  const { text, end } = await viaSocket(service, ...requests)
  t.match(text, /^HTTP\/1\.1 502 Bad Gateway\r\n.*<\/html>\nHTTP\/1\.1 200 OK\r\n.*"totalElements":0/s)
  t.equal(end, 'FIN')
})
