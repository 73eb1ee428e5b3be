import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { promisify } from 'node:util'
import t from 'tap'
import { JSON_BODY_BYTES_MAX, UPLOAD_BYTES_MAX } from '../src/contract/limits.js'
import { TASKS } from './attacked.js'
import { expectError } from './expect-error.js'
import { ownStore } from './helper.js'
import { enter, type ListeningService, request, startListening } from './raw-http.js'

const run = promisify(execFile)

const JSON_TYPE = { 'Content-Type': 'application/json' }
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

const REFUSED: [status: number, line: string, headers: Record<string, string | number>][] = [
  [413, `POST ${TASKS}`, { ...JSON_TYPE, 'Content-Length': JSON_BODY_BYTES_MAX + 1 }],
  [413, `POST ${TASKS}`, { ...JSON_TYPE, 'Content-Length': 1e12, Expect: '100-Continue' }],
  [
    413,
    `POST ${TASKS}/1/attachments`,
    { 'Content-Type': 'multipart/form-data; boundary=x', 'Content-Length': UPLOAD_BYTES_MAX + 1 },
  ],
  [415, `POST ${TASKS}`, { 'Content-Type': 'text/yaml', 'Content-Length': 9 }],
  [415, `POST ${TASKS}`, { ...JSON_TYPE, 'Content-Length': 9, 'Content-Encoding': 'gzip' }],
  [415, `POST ${TASKS}/1/attachments`, { ...JSON_TYPE, 'Content-Length': 9 }],
  [
    415,
    `POST ${TASKS}/1/attachments`,
    { 'Content-Type': 'multipart/form-data; boundary=x', 'Content-Length': 9, 'Content-Encoding': 'br' },
  ],
  [404, 'POST /nothing', { ...JSON_TYPE, 'Content-Length': 9 }],
  [404, 'POST /b/abcdefghijklmnopqrstuvwxyz/api/v1/tasks', { ...JSON_TYPE, 'Transfer-Encoding': 'chunked' }],
  [405, `PATCH ${TASKS}`, { ...JSON_TYPE, 'Content-Length': 9 }],
  [401, 'PUT /boards/<id>/faults', { ...JSON_TYPE, 'Content-Length': 9 }],
  [403, 'POST /api/v2/tasks', { ...JSON_TYPE, 'Content-Length': 9 }],
  [400, `GET ${TASKS}?size=x`, { 'Content-Length': 9 }],
]

t.test('refuses a body without 100 Continue, before it is sent (decision 125)', async (t) => {
  const service = await startListening(t, await ownStore())
  const { id } = (await service.send('POST /boards')).json
  for (const [status, line, headers] of REFUSED) {
    const { first, socket } = await sendHead(service, line.replace('<id>', id), headers)
    t.match(first, new RegExp(`^HTTP/1\\.1 ${status} `), line)
    t.match(first, /\r\nconnection: close\r\n/i, line)
    t.notMatch(first, /keep-alive/i, line)
    socket.destroy()
  }
})

for (const [kind, headers, body] of [
  ['a length', { 'Content-Length': TASK.length }, TASK],
  ['chunks', { 'Transfer-Encoding': 'chunked' }, `${TASK.length.toString(16)}\r\n${TASK}\r\n0\r\n\r\n`],
] as const) {
  t.test(
    `sends 100 Continue for a body with ${kind} that it reads, and then the response (decision 125)`,
    async (t) => {
      const service = await startListening(t, await ownStore())
      const { first, finish } = await sendHead(service, `POST ${TASKS}`, { ...JSON_TYPE, ...headers })
      t.equal(first, CONTINUE)
      const next = request('GET /health', { Connection: 'close' }).toString()
      const statuses = (await finish(body + next)).match(/(?<=HTTP\/1\.1 )\d+/g)
      t.strictSame(statuses, ['100', '201', '200'], 'the connection serves the next request')
    },
  )
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
  const { finish } = await sendHead(service, `PATCH ${TASKS}`, { 'Content-Length': smuggled.length })
  const statuses = (await finish(smuggled)).match(/(?<=HTTP\/1\.1 )\d+/g)
  t.strictSame(statuses, ['405'])
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

t.test('curl does not send a body that is too large', async (t) => {
  const { origin, mount } = await startListening(t, await ownStore())
  const directory = t.testdir({
    large: 'x'.repeat(2_000_000),
    small: `${TASK.slice(0, -1)}, "x": "${'x'.repeat(9e5)}"}`,
  })
  for (const [file, expected] of [
    ['large', '413 0'],
    ['small', '201 900043'],
  ] as const) {
    const { stdout } = await run('curl', [
      ...['--silent', '--output', '/dev/null', '--write-out', '%{http_code} %{size_upload}'],
      ...[
        '--expect100-timeout',
        '60',
        '--header',
        'Expect: 100-continue',
        '--header',
        'Content-Type: application/json',
      ],
      ...['--data-binary', `@${directory}/${file}`, origin + mount.enter(TASKS)],
    ])
    t.equal(stdout, expected)
  }
})
