import { once } from 'node:events'
import { Agent, type IncomingMessage, request as sendRequest } from 'node:http'
import type { Socket } from 'node:net'
import t, { type Test } from 'tap'
import { postTask, TASKS } from '../kit/attacked.js'
import { ownStore } from '../kit/helper.js'
import { JSON_TYPE, request, startListening } from '../kit/raw-http.js'

/** The headers of Java's HttpClient, and of a web socket. */
const PROTOCOLS = {
  h2c: {
    Connection: 'Upgrade, HTTP2-Settings',
    Upgrade: 'h2c',
    'HTTP2-Settings': 'AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA',
  },
  websocket: {
    connection: 'keep-alive, upgrade',
    upgrade: 'websocket',
    'Sec-WebSocket-Key': 'eDNKSkhNYkRMMUV6TGtoOQ==',
  },
}
const H2C = PROTOCOLS.h2c
const task = (title: string) => JSON.stringify({ title, status: 'TODO' })

async function connectTo(t: Test) {
  const service = await startListening(t, await ownStore())
  return { service, connection: await service.connect() }
}

for (const [protocol, upgrade] of Object.entries(PROTOCOLS)) {
  t.test(`${protocol}: a request to upgrade gets a normal response, and the connection stays open`, async (t) => {
    const { connection } = await connectTo(t)
    for (const [path, status] of [
      [TASKS, 200],
      ['/nothing', 404],
      [TASKS, 200],
    ] as const) {
      connection.write(request(`GET ${path}`, upgrade))
      const reply = await connection.response()
      t.strictSame([reply?.status, reply?.headers.connection], [status, 'keep-alive'])
      t.notOk('upgrade' in (reply?.headers ?? {}))
    }
  })

  t.test(`${protocol}: the body of a request to upgrade is read`, async (t) => {
    const { service, connection } = await connectTo(t)
    for (let count = 0; count < 2; count++) {
      connection.write(request(`POST ${TASKS}`, { ...JSON_TYPE, ...upgrade }, task('Über')))
      t.match(await connection.response(), { status: 201, headers: { connection: 'keep-alive' } })
    }
    t.equal((await service.send(`GET ${TASKS}`)).json.totalElements, 2)
  })
}

t.test('Connection: close also holds for a request to upgrade: nothing behind it is processed', async (t) => {
  const { service, connection } = await connectTo(t)
  const headers = { ...H2C, Connection: 'close, Upgrade' }
  connection.write(Buffer.concat([request('GET /health', headers), postTask(task('Lost'))]))
  const reply = await connection.response()
  t.strictSame([reply?.status, reply?.headers.connection], [200, 'close'])
  await connection.closed
  t.equal((await service.send(`GET ${TASKS}`)).json.totalElements, 0)
})

t.test('100 requests of a client that asks for HTTP/2 use one connection', async (t) => {
  const { app, origin } = await startListening(t, await ownStore())
  const sockets = new Set<Socket>()
  app.server.on('connection', (socket) => sockets.add(socket))
  const warnings: Error[] = []
  const collect = (warning: Error) => warnings.push(warning)
  process.on('warning', collect)
  t.teardown(() => process.off('warning', collect))
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.teardown(() => agent.destroy())
  for (let count = 0; count < 100; count++) {
    const isWrite = count % 2 === 1
    const sent = sendRequest(origin + TASKS, {
      agent,
      method: isWrite ? 'POST' : 'GET',
      headers: { ...JSON_TYPE, ...H2C },
    })
    sent.end(isWrite ? task('A task') : undefined)
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    t.equal(response.statusCode, isWrite ? 201 : 200)
    await once(response.resume(), 'end')
  }
  t.equal(sockets.size, 1)
  t.strictSame(warnings, [], 'no listeners pile up')
})
