import { once } from 'node:events'
import { connect } from 'node:net'
import t from 'tap'
import { TASKS } from '../kit/attacked.js'
import { expectError } from '../kit/expect-error.js'
import { ownStore } from '../kit/helper.js'
import { enter, JSON_TYPE, type ListeningService, request, startListening } from '../kit/raw-http.js'

const TASK = JSON.stringify({ title: 'A task', status: 'TODO' })
const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n'

/** Sends headers with `Expect`, and waits for what the service sends before the body. */
async function sendHead({ mount, origin }: ListeningService, line: string, headers: Record<string, string | number>) {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  socket.on('error', () => {})
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk
  })
  const lines = Object.entries({ Host: 'localhost', Expect: '100-continue', ...headers })
  const head = `${line} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
  socket.write(enter(head, mount))
  while (!received.includes('\r\n\r\n')) await once(socket, 'data')
  return {
    socket,
    first: received,
    /** Sends the body, and resolves to everything that the service has sent when it closes the connection. */
    async finish(body: string): Promise<string> {
      socket.write(body)
      await once(socket, 'close')
      return received
    },
  }
}

for (const [kind, headers, body] of [
  ['a length', { 'Content-Length': TASK.length }, TASK],
  ['chunks', { 'Transfer-Encoding': 'chunked' }, `${TASK.length.toString(16)}\r\n${TASK}\r\n0\r\n\r\n`],
] as const) {
  t.test(`sends 100 Continue for a body with ${kind}, and then the response (decision 125)`, async (t) => {
    const service = await startListening(t, await ownStore())
    const { first, finish } = await sendHead(service, `POST ${TASKS}`, { ...JSON_TYPE, ...headers })
    t.equal(first, CONTINUE)
    const next = request('GET /health', { Connection: 'close' }).toString()
    const statuses = (await finish(body + next)).match(/(?<=HTTP\/1\.1 )\d+/g)
    t.strictSame(statuses, ['100', '201', '200'], 'the connection serves the next request')
  })
}

t.test('reads the body of a client that does not wait for 100 Continue', async (t) => {
  const service = await startListening(t, await ownStore())
  const connection = await service.connect()
  for (let turn = 0; turn < 2; turn++) {
    connection.write(request(`POST ${TASKS}`, { ...JSON_TYPE, Expect: '100-continue' }, TASK))
    t.equal((await connection.response())?.status, 201)
  }
})

t.test('a body that the client sends although it is refused is not read as a request', async (t) => {
  const service = await startListening(t, await ownStore())
  await service.createTask()
  const smuggled = request(`DELETE ${TASKS}`).toString()
  const headers = { 'Content-Length': smuggled.length, Connection: 'close' }
  const { finish } = await sendHead(service, `PATCH ${TASKS}`, headers)
  const statuses = (await finish(smuggled)).match(/(?<=HTTP\/1\.1 )\d+/g)
  t.strictSame(statuses, ['100', '405'])
  t.equal((await service.send(`GET ${TASKS}`)).json.totalElements, 1)
})

t.test('a request without a body does not have to expect anything', async (t) => {
  const service = await startListening(t, await ownStore())
  const connection = await service.connect()
  for (let turn = 0; turn < 2; turn++) {
    connection.write(request(`GET ${TASKS}`, { Expect: '100-continue' }))
    const reply = await connection.response()
    t.match(reply, { status: 200, headers: { connection: 'keep-alive' } })
  }
})

t.test('returns 417 for an unknown expectation (decision 125)', async (t) => {
  const service = await startListening(t, await ownStore())
  const path = `${TASKS}/999`
  for (const expect of ['a miracle', '200-ok', '100-continue, 200-ok', 'x-100-continue']) {
    const reply = await service.exchange(request(`GET ${path}`, { Expect: expect }))
    expectError(t, reply, { status: 417, path, message: 'The only supported expectation is 100-continue' })
  }
  for (const expect of ['', ' , 100-CONTINUE']) {
    expectError(t, await service.exchange(request(`GET ${path}`, { Expect: expect })), { status: 404, path })
  }
  const old = `GET ${path} HTTP/1.0\r\nHost: localhost\r\nExpect: a miracle\r\n\r\n`
  expectError(t, await service.exchange(old), { status: 404, path })
})
