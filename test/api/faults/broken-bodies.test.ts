import t from 'tap'
import { DEFAULT_BOARD } from '../../../src/contract/board-id.js'
import { createBoard, TASK } from '../../kit/board.js'
import type { Reply } from '../../kit/helper.js'
import { mountAt } from '../../kit/mount.js'
import { request as bytesOf, type ListeningService, startListening } from '../../kit/raw-http.js'
import { repeat, start } from './one-task.js'
import { REAL_CLIENTS, viaSocket } from './real-clients.js'

const unchecked = true
const FAULTS = ['malformed-json', 'wrong-content-type', 'empty-response', 'truncated-body']

const isJson = (text: string) => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

t.test('malformed-json breaks the end of the body in two ways (decision 146)', async (t) => {
  const board = await start(t)
  for (const path of ['/tasks', '/tasks/1', '/tasks/summary']) {
    const right = String((await board.send(`GET /api/v1${path}`)).bytes)
    const replies = await repeat(board, 'malformed-json', `GET /api/buggy${path}`)
    const forms = new Set(replies.map(({ bytes }) => String(bytes)))
    t.strictSame([...forms].sort(), [right.slice(0, -1), `${right.slice(0, -1)},${right.slice(-1)}`].sort(), path)
    for (const form of forms) t.notOk(isJson(form), form.slice(-9))
    for (const { status, headers, bytes } of replies) {
      t.strictSame([status, headers['content-type']], [200, 'application/json'])
      t.equal(headers['content-length'], String(bytes.length))
    }
  }
})

t.test('wrong-content-type changes only the media type (decision 146)', async (t) => {
  const board = await start(t)
  const right = await board.send('GET /api/v1/tasks')
  const replies = await repeat(board, 'wrong-content-type', 'GET /api/buggy/tasks')
  for (const { bytes } of replies) t.equal(String(bytes), String(right.bytes))
  const types = replies.map(({ headers }) => headers['content-type'])
  t.strictSame([...new Set(types)].sort(), ['text/html; charset=utf-8', 'text/plain; charset=utf-8'])
})

t.test('empty-response has the status and the headers of a response, and no body (decision 146)', async (t) => {
  const board = await start(t)
  await board.asOwner('PUT /faults', { json: { script: [['empty-response']] } })
  const reply = await board.send('POST /api/buggy/tasks', { json: TASK, unchecked })
  t.match(reply, { status: 201, headers: { 'content-length': '0', 'content-type': 'application/json' } })
  t.match(reply.headers.location, /\/tasks\/2$/)
  t.equal(reply.bytes.length, 0)
  t.equal((await board.send('GET /api/v1/tasks')).json.totalElements, 2, 'the operation has run')
})

t.test('these faults change no error, nothing without a body, and only headers for HEAD', async (t) => {
  const board = await start(t)
  const script = [FAULTS]
  await board.asOwner('PUT /faults', { json: { script, scriptEnd: 'repeat', disclose: true } })
  for (const request of ['GET /tasks/99', 'GET /tasks?size=0', 'DELETE /tasks/1']) {
    const [method, path] = request.split(' ')
    const reply = await board.send(`${method} /api/buggy${path}`)
    t.equal(reply.headers['fault-injected'], undefined, request)
  }
  const { headers } = await board.send('HEAD /api/buggy/tasks', { unchecked })
  t.match(headers, { 'fault-injected': /^wrong-content-type[^,]*$/, 'content-type': /^text/ })
})

t.test('the content of a response that nobody can read has no other faults', async (t) => {
  const board = await start(t)
  const script = [
    ['date-mix', 'malformed-json'],
    ['date-mix', 'wrong-content-type'],
    ['malformed-json', 'wrong-content-type', 'empty-response'],
    ['search-case', 'empty-response'],
    ['search-case', 'malformed-json'],
    ['search-case'],
  ]
  await board.asOwner('PUT /faults', { json: { script, disclose: true } })
  const find = () => board.send('GET /api/buggy/tasks?search=A%20TASK', { unchecked })
  const namesIn = ({ headers }: Reply) => headers['fault-injected']?.replace(/;[^,]*/g, '')
  const faultsOf = async () => namesIn(await find())
  t.equal(await faultsOf(), 'malformed-json')
  t.equal(await faultsOf(), 'date-mix, wrong-content-type')
  t.equal(await faultsOf(), 'wrong-content-type, empty-response')
  t.equal(await faultsOf(), 'empty-response')
  const [last] = (await board.asOwner('GET /requests')).json.content
  const { json } = await board.send(`GET /requests/${last.requestId}`, { token: board.token })
  t.match(json.evidence.expected.body.text, /"totalElements":1/, 'the expected search ignores case')
  const malformed = await find()
  t.equal(namesIn(malformed), 'malformed-json')
  t.match(String(malformed.bytes), /"totalElements":1/, 'the search ignores case')
  const matched = await find()
  t.equal(namesIn(matched), 'search-case')
  t.match(String(matched.bytes), /"totalElements":0/)
})

t.test('all clients get small and compressed bodies that are malformed', async (t) => {
  const board = await start(t)
  for (let count = 0; count < 20; count++) await board.send('POST /api/v1/tasks', { json: TASK })
  const headers = { prefer: 'fault=malformed-json', 'accept-encoding': 'gzip' }
  const reply = await board.send('GET /api/buggy/tasks', { headers, unchecked })
  t.equal(reply.headers['content-encoding'], 'gzip')
  t.equal(reply.headers['content-length'], String(reply.bytes.length))
})

/** Creates a board over HTTP whose requests to buggy all have a fault. */
async function openBoard(service: ListeningService, script: string[][]) {
  const board = await createBoard(service)
  await board.send('POST /api/v1/tasks', { json: { ...TASK, title: 'é 😀'.repeat(50) } })
  await board.asOwner('PUT /faults', { json: { script, scriptEnd: 'repeat', seed: 3 } })
  return { ...board, base: `${service.origin}/b/${board.id}/api/buggy` }
}

/** The body of a response on a socket: what it announced, and what arrived. */
function bodyOf(text: string) {
  const end = text.indexOf('\r\n\r\n')
  const [head, body] = [text.slice(0, end), text.slice(end + 4)]
  const announced = /^content-length: (\d+)/im.exec(head)?.[1]
  if (announced !== undefined) return { announced: Number(announced), head, body }
  const [, size = '', rest = ''] = /^([0-9a-f]+)\r\n(.*)$/s.exec(body) ?? []
  return { announced: undefined, size: Number.parseInt(size, 16), head, body: rest.replace(/\r\n$/, ''), rest }
}

t.test('truncated-body closes the connection in the body, in two ways (decision 146)', async (t) => {
  const service = await startListening(t)
  const board = await openBoard(service, [['truncated-body']])
  const right = String((await board.send('GET /api/v1/tasks')).bytes)
  const target = `GET ${board.base.slice(service.origin.length)}/tasks`
  const forms = new Set<string>()
  const mount = mountAt(DEFAULT_BOARD)
  for (let count = 0; count < 12; count++) {
    const { text, end } = await viaSocket({ ...service, mount }, bytesOf(target, { 'Accept-Encoding': 'gzip' }))
    const { announced, head, body, rest } = bodyOf(text)
    t.match(head, /^HTTP\/1\.1 200 OK/)
    t.equal(end, 'FIN')
    t.ok(body.length > 0 && body.length < right.length && right.startsWith(body), 'the body is only a start')
    if (announced === undefined) {
      t.match(head, /^transfer-encoding: chunked/im)
      t.notMatch(rest, /\r\n0\r\n/, 'there is no last chunk')
      forms.add('chunked')
    } else {
      t.equal(announced, Buffer.byteLength(right))
      forms.add('length')
    }
    const [entry] = (await board.asOwner('GET /requests')).json.content
    t.match(entry, { status: 200, changed: ['truncated-body'], size: Buffer.byteLength(body) })
    const { json } = await board.send(`GET /requests/${entry.requestId}`, { token: board.token })
    t.match(json, {
      disconnected: false,
      response: { body: { text: body } },
      evidence: { expected: { body: { text: right } } },
    })
  }
  t.strictSame([...forms].sort(), ['chunked', 'length'])
})

for (const [name, send] of Object.entries(REAL_CLIENTS)) {
  t.test(`${name} reports a truncated body, and reads the others`, async (t) => {
    const service = await startListening(t)
    const url = `${service.origin}${service.mount.enter('/api/buggy/tasks')}`
    const get = (fault: string) => send(url, { headers: { prefer: `fault=${fault}` } })
    t.match(await get('malformed-json'), { status: 200, text: /[^}]$|,}$/ })
    t.match(await get('wrong-content-type'), { status: 200, headers: { 'content-type': /^text/ }, text: /}$/ })
    t.match(await get('empty-response'), { status: 200, text: '' })
    // 18 of curl: transferred a partial file.
    const error = name === 'curl' ? 'curl 18' : 'UND_ERR_SOCKET'
    for (let count = 0; count < 5; count++) t.equal((await get('truncated-body')).error, error)
    t.match(await get('none'), { status: 200, text: /"totalElements":0/ })
  })
}
