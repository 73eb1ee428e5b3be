import { once } from 'node:events'
import { Agent, type IncomingMessage, request as sendRequest } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { postTask, TASKS } from './attacked.js'
import { createSleep } from './chaos/sleep.js'
import { NO_FAULTS, ownStore, type ServiceOptions } from './helper.js'
import { request, startListening } from './raw-http.js'

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
const JSON_TYPE = { 'Content-Type': 'application/json' }
const task = (title: string) => JSON.stringify({ title, status: 'TODO' })

/** Whether the connection stays open after a request to upgrade with a body (http/ignore-upgrades.ts). */
const KEEPS_BODIES = Number.parseInt(process.versions.node, 10) < 26

/** Opens a connection to a service whose packets arrive as they are written. */
async function connectTo(t: Test, options: ServiceOptions = {}) {
  const service = await startListening(t, { ...(await ownStore()), ...options })
  const accepted = once(service.app.server, 'connection')
  const connection = await service.connect()
  const [socket] = (await accepted) as [Socket]
  return {
    service,
    connection,
    async writePackets(bytes: Buffer, size = bytes.length) {
      for (let start = 0; start < bytes.length; start += size) {
        const packet = bytes.subarray(start, start + size)
        const received = socket.bytesRead + packet.length
        connection.write(packet)
        while (socket.bytesRead < received) await nextTurn()
      }
    },
  }
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
      t.equal(reply?.status, status)
      t.equal(reply?.headers.connection, 'keep-alive')
      t.notOk('upgrade' in (reply?.headers ?? {}))
    }
  })

  t.test(`${protocol}: every byte behind the request belongs to the next request`, async (t) => {
    const { connection, writePackets } = await connectTo(t)
    const bytes = Buffer.concat([
      request('GET /health'),
      request(`GET ${TASKS}`, upgrade),
      request(`GET ${TASKS}/999`, upgrade),
      postTask(task('Pipelined')),
      request('HEAD /health', upgrade),
      request(`GET ${TASKS}/x`),
    ])
    for (const size of [bytes.length, 700, 97, 1]) {
      await writePackets(bytes, size)
      const statuses = []
      for (const method of ['GET', 'GET', 'GET', 'POST', 'HEAD', 'GET']) {
        statuses.push((await connection.response(method))?.status)
      }
      t.strictSame(statuses, [200, 200, 404, 201, 200, 400], `packets of ${size} bytes`)
    }
  })

  t.test(
    `${protocol}: reads the body of the request, and then the next request`,
    { skip: !KEEPS_BODIES },
    async (t) => {
      const { service, connection, writePackets } = await connectTo(t)
      const body = task('Über')
      const chunked = `8\r\n${body.slice(0, 8)}\r\n${Buffer.byteLength(body.slice(8)).toString(16)}\r\n${body.slice(8)}\r\n0\r\n\r\n`
      const bytes = Buffer.concat([
        request(`POST ${TASKS}`, { ...JSON_TYPE, ...upgrade }, body),
        request(`POST ${TASKS}`, { ...JSON_TYPE, 'Transfer-Encoding': 'chunked', ...upgrade }),
        Buffer.from(chunked),
        request(`PATCH ${TASKS}`, upgrade, request(`DELETE ${TASKS}`)),
        request(`POST ${TASKS}`, { ...JSON_TYPE, 'Content-Length': '1500000', ...upgrade }, 'x'.repeat(1_500_000)),
        request(`GET ${TASKS}/999`),
      ])
      const sizes = [bytes.length, 131_072, 500]
      for (const size of sizes) {
        await writePackets(bytes, size)
        const statuses = []
        for (let count = 0; count < 5; count++) statuses.push((await connection.response())?.status)
        t.strictSame(statuses, [201, 201, 405, 413, 404], `packets of ${size} bytes`)
      }
      const { content } = (await service.send(`GET ${TASKS}`)).json
      t.strictSame(
        content.map(({ title }: { title: string }) => title),
        Array(2 * sizes.length).fill('Über'),
        'a request in a body is not processed',
      )
    },
  )
}

t.test('Connection: close also holds for a request to upgrade: nothing behind it is processed', async (t) => {
  const { service, connection } = await connectTo(t)
  const headers = { ...H2C, Connection: 'close, Upgrade' }
  connection.write(Buffer.concat([request('GET /health', headers), postTask(task('Lost'))]))
  const reply = await connection.response()
  t.equal(reply?.status, 200)
  t.equal(reply?.headers.connection, 'close')
  await connection.closed
  t.equal((await service.send(`GET ${TASKS}`)).json.totalElements, 0)
})

t.test('malformed bytes behind a request to upgrade are 400', async (t) => {
  const { connection } = await connectTo(t)
  connection.write(Buffer.concat([request('GET /health', H2C), Buffer.from('PUT\r\n\r\n')]))
  t.equal((await connection.response())?.status, 200)
  await connection.closed
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
    const isWrite = KEEPS_BODIES && count % 2 === 1
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

t.test('a large response is sent in full, although a request to upgrade follows', async (t) => {
  const { connection } = await connectTo(t)
  const path = '/docs/static/swagger-ui-bundle.js'
  connection.write(Buffer.concat([request(`GET ${path}`), request('GET /health', H2C), request('GET /version')]))
  for (const status of [200, 200, 200]) t.equal((await connection.response())?.status, status)
})

t.test('bytes that arrive during the response before a request to upgrade are read after it', async (t) => {
  const { sleep, sleeping, wakeUp } = createSleep()
  const { connection, writePackets, service } = await connectTo(t, {
    rates: { ...NO_FAULTS, 'slow-response': 1 },
    sleep,
  })
  await writePackets(request('GET /api/buggy/tasks'))
  await sleeping
  await writePackets(request('GET /health', H2C))
  const body = JSON.stringify({ title: 'A task', status: 'TODO', padding: 'x'.repeat(10_000) })
  for (let count = 0; count < 20; count++) connection.write(postTask(body))
  wakeUp()
  for (const status of [200, 200, ...Array(20).fill(201)]) t.equal((await connection.response())?.status, status)
  t.equal((await service.send(`GET ${TASKS}`)).json.totalElements, 20)
})

t.test(
  'a disconnect is noticed during a slow response, although a request to upgrade follows (decision 37)',
  async (t) => {
    let markSleeping = () => {}
    const sleeping = new Promise<void>((resolve) => (markSleeping = resolve))
    let markAborted = () => {}
    const aborted = new Promise<void>((resolve) => (markAborted = resolve))
    const { connection, service } = await connectTo(t, {
      rates: { ...NO_FAULTS, 'slow-response': 1 },
      sleep: (_milliseconds, signal) => {
        markSleeping()
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            markAborted()
            reject(signal.reason)
          })
        })
      },
    })
    await service.createTask()
    connection.write(Buffer.concat([request('DELETE /api/buggy/tasks'), request(`DELETE ${TASKS}`, H2C)]))
    await sleeping
    connection.destroy()
    await aborted
    t.equal((await service.send(`GET ${TASKS}`)).json.totalElements, 1, 'neither request is processed')
  },
)
