import t, { type Test } from 'tap'
import { DEFAULT_BOARD } from '../../../src/contract/board-id.js'
import { createBoard, TASK, type TestBoard } from '../../kit/board.js'
import { type Json, multipart, ownStore, type ServiceOptions } from '../../kit/helper.js'
import { mountAt } from '../../kit/mount.js'
import { request as bytesOf, JSON_TYPE, type ListeningService, startListening } from '../../kit/raw-http.js'
import { REAL_CLIENTS, viaSocket } from './real-clients.js'

const NEW_TASK = JSON.stringify(TASK)

interface OpenBoard extends TestBoard {
  service: ListeningService
  /** The base URL of buggy. */
  base: string
}

/** Creates a board over HTTP. It has one task with a comment and a file, and a script of faults that is repeated. */
async function openBoard(t: Test, script: string[][], options?: ServiceOptions): Promise<OpenBoard> {
  const service = await startListening(t, options)
  const board = await createBoard(service)
  await board.send('POST /api/v1/tasks', { json: TASK })
  await board.send('POST /api/v1/tasks/1/attachments', multipart([{ fileName: 'a', content: 'bytes' }]))
  await board.asOwner('PUT /faults', { json: { script, scriptEnd: 'repeat', disclose: true } })
  // Raw requests name the board themselves.
  const mount = mountAt(DEFAULT_BOARD)
  return { ...board, service: { ...service, mount }, base: `/b/${board.id}/api/buggy` }
}

/** Returns the latest request as its owner sees it. */
async function latest({ asOwner, send, token }: TestBoard): Promise<Json> {
  const [entry] = (await asOwner('GET /requests')).json.content
  return { entry, ...(await send(`GET /requests/${entry.requestId}`, { token })).json }
}

const totalOf = async ({ send }: TestBoard) => (await send('GET /api/v1/tasks')).json.totalElements

t.test('connection-reset resets the connection before the work (decision 147)', async (t) => {
  const board = await openBoard(t, [['connection-reset']])
  const { base, service } = board
  const requests: [name: string, bytes: Buffer, expected: object][] = [
    ['GET', bytesOf(`GET ${base}/tasks`), { status: 200 }],
    ['HEAD', bytesOf(`HEAD ${base}/tasks`), { status: 200 }],
    ['DELETE', bytesOf(`DELETE ${base}/tasks/1`), { status: 204, body: { bytes: 0 } }],
    ['POST', bytesOf(`POST ${base}/tasks`, JSON_TYPE, NEW_TASK), { status: 201, headers: { location: /\/2$/ } }],
    ['invalid POST', bytesOf(`POST ${base}/tasks`, JSON_TYPE, '{'), { status: 400 }],
  ]
  for (const [name, bytes, expected] of requests) {
    t.strictSame(await viaSocket(service, bytes), { text: '', end: 'RST' }, name)
    const { entry, response, evidence, disconnected } = await latest(board)
    t.match(entry, { status: 444, size: 0, drawn: ['connection-reset'], changed: ['connection-reset'] }, name)
    t.strictSame(response, { status: 444, headers: {}, body: { text: null, bytes: 0 } }, name)
    t.equal(disconnected, false, name)
    t.match(evidence.difference, [{ at: 'response', kind: 'missing', sentence: 'The response is missing.' }], name)
    t.match(evidence.expected, expected, name)
  }
  t.equal(await totalOf(board), 1, 'nothing has changed')
})

t.test('lost-response closes the connection after the work (decision 147)', async (t) => {
  const board = await openBoard(t, [['lost-response']])
  const { base, service } = board
  const requests: [name: string, bytes: Buffer, expected: object][] = [
    ['GET', bytesOf(`GET ${base}/tasks/1`), { status: 200, body: { text: /"title":"A task"/ } }],
    ['HEAD', bytesOf(`HEAD ${base}/tasks`), { status: 200, body: { text: null, bytes: 0 } }],
    ['file', bytesOf(`GET ${base}/tasks/1/attachments/1`), { status: 200, body: { text: null, bytes: 5 } }],
    ['POST', bytesOf(`POST ${base}/tasks`, JSON_TYPE, NEW_TASK), { status: 201, headers: { location: /\/2$/ } }],
    ['invalid POST', bytesOf(`POST ${base}/tasks`, JSON_TYPE, '{'), { status: 400, body: { text: /not valid JSON/ } }],
    ['unknown task', bytesOf(`GET ${base}/tasks/99`), { status: 404 }],
    ['DELETE', bytesOf(`DELETE ${base}/tasks/1`), { status: 204, headers: {}, body: { text: null, bytes: 0 } }],
  ]
  for (const [name, bytes, expected] of requests) {
    t.strictSame(await viaSocket(service, bytes), { text: '', end: 'FIN' }, name)
    const { entry, response, evidence, disconnected } = await latest(board)
    t.match(entry, { status: 444, size: 0, changed: ['lost-response'] }, name)
    t.strictSame(response, { status: 444, headers: {}, body: { text: null, bytes: 0 } }, name)
    t.equal(disconnected, false, name)
    t.match(evidence.difference, [{ at: 'response', kind: 'missing' }], name)
    t.match(evidence.expected, expected, name)
    if (name === 'DELETE') t.strictSame(evidence.expected.headers, {}, 'the response has no body, and no media type')
  }
  const { content } = (await board.send('GET /api/v1/tasks')).json
  const left = content.map(({ id }: Json) => id)
  t.strictSame(left, [2], 'one task was created, and one was deleted')
})

t.test('no client sees the other faults of a response that is lost', async (t) => {
  const script = [
    ['slow-response', 'date-mix', 'wrong-status', 'malformed-json', 'lost-response'],
    ['search-case', 'lost-response'],
    ['server-error', 'lost-response'],
    ['connection-reset', 'lost-response'],
  ]
  const board = await openBoard(t, script)
  await board.asOwner('PUT /faults', { json: { script, delay: [1, 1] } })
  const { base, service } = board
  await viaSocket(service, bytesOf(`POST ${base}/tasks`, JSON_TYPE, NEW_TASK))
  const slow = await latest(board)
  t.strictSame(slow.evidence.changed, ['slow-response', 'lost-response'])
  t.match(slow.evidence.expected, { status: 201, body: { text: /"createdAt":"/ } })
  await viaSocket(service, bytesOf(`GET ${base}/tasks?search=A%20TASK`))
  const search = await latest(board)
  t.strictSame(search.evidence.changed, ['lost-response'])
  t.match(search.evidence.expected.body.text, /"totalElements":2/, 'the expected search ignores case')
  const { text } = await viaSocket(service, bytesOf(`GET ${base}/tasks`, { Connection: 'close' }))
  t.match(text, /^HTTP\/1\.1 500 /, 'the operation did not run')
  t.equal((await viaSocket(service, bytesOf(`GET ${base}/tasks`))).end, 'RST')
  t.strictSame((await latest(board)).evidence.changed, ['connection-reset'])
})

t.test('responses to earlier requests of the connection arrive', async (t) => {
  const board = await openBoard(t, [[]])
  const { base, service } = board
  const { text } = await viaSocket(
    service,
    Buffer.concat([
      bytesOf(`GET ${base}/tasks?size=1`),
      bytesOf(`GET ${base}/tasks?size=2`, { Prefer: 'fault=lost-response' }),
      bytesOf(`GET ${base}/tasks?size=3`),
    ]),
  )
  t.match(text, /"pageSize":1/)
  t.notMatch(text, /"pageSize":[23]/)
})

t.test('the body is read before its connection is reset, so the expected response is known', async (t) => {
  const board = await openBoard(t, [['connection-reset']])
  const body = JSON.stringify({ ...TASK, ignored: 'x'.repeat(50_000) })
  const { end } = await viaSocket(board.service, bytesOf(`POST ${board.base}/tasks`, JSON_TYPE, body))
  t.equal(end, 'RST')
  t.match((await latest(board)).evidence.expected, { status: 201 })
})

t.test('a request without a response is claimed by the id that the client sent (decision 147)', async (t) => {
  const explanations = {
    'connection-reset': 'Right: the connection was reset without a response, and the operation was not executed.',
    'lost-response': 'Right: the connection was closed without a response, and the operation was executed.',
  }
  for (const [fault, explanation] of Object.entries(explanations)) {
    const board = await openBoard(t, [[fault]], await ownStore())
    const headers = { ...JSON_TYPE, 'X-Request-Id': `attempt-of-${fault}` }
    await viaSocket(board.service, bytesOf(`POST ${board.base}/tasks`, headers, NEW_TASK))
    const requestId = `attempt-of-${fault}`
    const hint = async () => (await board.send(`POST /requests/${requestId}/hints`)).json
    t.match(await hint(), { taken: ['This response has a fault.'] })
    t.match(await hint(), { taken: ['This response has a fault.', 'Look at the connection.'] })
    const wrong = await board.send('POST /claims', { json: { requestId, fault: 'server-error' } })
    t.match(wrong.json, { verdict: 'wrong', explanation: explanation.replace('Right', 'Not this fault') })
    const right = await board.send('POST /claims', { json: { requestId, fault } })
    t.match(right.json, { verdict: 'right', explanation })
    const metrics = String((await board.service.send('GET /metrics')).bytes)
    t.match(metrics, `task_board_faults_total{fault="${fault}"} 1`)
  }
})

t.test('the default board has these faults too', async (t) => {
  const service = await startListening(t, await ownStore())
  const request = (fault: string) => bytesOf('GET /api/buggy/tasks', { Prefer: `fault=${fault}` })
  const mount = mountAt(DEFAULT_BOARD)
  for (const [fault, end] of Object.entries({ 'connection-reset': 'RST', 'lost-response': 'FIN' })) {
    t.strictSame(await viaSocket({ ...service, mount }, request(fault)), { text: '', end })
  }
})

for (const [name, send] of Object.entries(REAL_CLIENTS)) {
  t.test(`${name} reports that there is no response`, async (t) => {
    const { service, base, ...board } = await openBoard(t, [['connection-reset'], ['lost-response'], []])
    const create = () =>
      send(`${service.origin}${base}/tasks`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: NEW_TASK,
      })
    // 56 of curl: the connection was reset; 52: there is no response.
    t.strictSame(await create(), { error: name === 'curl' ? 'curl 56' : 'ECONNRESET' })
    t.strictSame(await create(), { error: name === 'curl' ? 'curl 52' : 'UND_ERR_SOCKET' })
    t.equal((await create()).status, 201)
    t.equal((await board.send('GET /api/v1/tasks')).json.totalElements, 3, 'the second attempt has created a task')
  })
}
