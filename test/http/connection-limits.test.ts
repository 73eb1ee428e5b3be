import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { getDefaultHighWaterMark } from 'node:stream'
import t, { type Test } from 'tap'
import { MEBIBYTE, PIPELINED_MAX } from '../../src/contract/limits.js'
import { openEmptyStore } from '../kit/database.js'
import { multipart, NO_FAULTS, ownStore, type ServiceOptions } from '../kit/helper.js'
import { request, startListening } from '../kit/raw-http.js'

const CREATE = request('POST /api/v1/tasks', { 'Content-Type': 'application/json' }, '{"title":"x","status":"TODO"}')

/** Starts the service with an attachment of 1 MiB, and counts the downloads that it starts. */
async function startWithAttachment(t: Test, options: ServiceOptions = {}) {
  const store = await openEmptyStore()
  const { getAttachment } = store
  let downloads = 0
  store.getAttachment = (...args) => {
    downloads++
    return getAttachment(...args)
  }
  const service = await startListening(t, { store, ...options })
  await service.createTask()
  const file = { fileName: 'a', content: 'x'.repeat(MEBIBYTE) }
  await service.send('POST /api/v1/tasks/1/attachments', multipart([file]))
  const download = request(`GET ${service.mount.basePath}/api/v1/tasks/1/attachments/1`)

  /** Opens a connection that reads nothing, and returns it with the end of the server. */
  async function connectUnread(): Promise<{ client: Socket; server: Socket }> {
    const accepted = once(service.app.server, 'connection')
    const client = connect(Number(new URL(service.origin).port), '127.0.0.1').pause()
    client.on('error', () => {})
    t.teardown(() => client.destroy())
    const [server] = await accepted
    return { client, server }
  }

  return { service, download, connectUnread, countDownloads: () => downloads }
}

t.test('disconnects a client that does not read, and starts only a few of its requests (decision 65)', async (t) => {
  const { download, connectUnread, countDownloads } = await startWithAttachment(t, { unreadTimeout: 300 })
  const { client, server } = await connectUnread()
  client.write(Buffer.concat(Array(80).fill(download)))
  await once(server, 'close')
  // The buffers of the operating system hold some of the responses.
  t.ok(countDownloads() < 40, `${countDownloads()} of 80 downloads were started`)
  t.ok(server.bytesWritten < 40 * MEBIBYTE)
})

t.test('a connection buffers for writing as much as Node.js does by default', async (t) => {
  const { service, connectUnread } = await startWithAttachment(t)
  const { server } = await connectUnread()
  t.equal(server.writableHighWaterMark, getDefaultHighWaterMark(false))
  const port = await service.app.listenAlso('127.0.0.1', 0, 'default')
  const accepted = once(service.app.server, 'connection')
  const client = connect(port, '127.0.0.1')
  t.teardown(() => client.destroy())
  t.equal((await accepted)[0].writableHighWaterMark, getDefaultHighWaterMark(false))
})

t.test('a client that reads again after a pause gets every pipelined response (decision 65)', async (t) => {
  const { download, connectUnread, countDownloads } = await startWithAttachment(t)
  const { client } = await connectUnread()
  client.write(Buffer.concat(Array(30).fill(download)))
  let received = 0
  client.on('data', ({ length }) => {
    received += length
  })
  client.resume()
  while (received < 30 * MEBIBYTE) await once(client, 'data')
  t.equal(countDownloads(), 30)
})

t.test('responds to as many pipelined requests as a connection may have, in order (decision 65)', async (t) => {
  const { connect } = await startListening(t, await ownStore())
  const connection = await connect()
  const ids = Array.from({ length: PIPELINED_MAX + 1 }, (_, index) => `request-${index}`)
  connection.write(Buffer.concat(ids.map((id) => request('GET /api/v1/tasks', { 'X-Request-Id': id }))))
  for (const id of ids) t.equal((await connection.response())?.headers['x-request-id'], id)
})

t.test('closes a connection with too many pipelined requests (decision 65)', async (t) => {
  const { connect, send } = await startListening(t, await ownStore())
  const connection = await connect()
  connection.write(Buffer.concat(Array(PIPELINED_MAX + 2).fill(CREATE)))
  await connection.closed
  t.ok((await send('GET /api/v1/tasks')).json.totalElements <= 1, 'the waiting requests are not processed')
})

t.test('processes no waiting request after one that cannot be parsed', async (t) => {
  const { connect, createTask } = await startListening(t, await ownStore())
  const connection = await connect()
  connection.write(Buffer.concat([CREATE, CREATE, CREATE, Buffer.from('garbage\r\n\r\n')]))
  t.equal((await connection.response())?.status, 201)
  await connection.closed
  t.match(await createTask(), { id: 2 })
})

t.test('does not disconnect a client while its response is delayed or its upload is slow (decision 65)', async (t) => {
  const { connect } = await startListening(t, {
    unreadTimeout: 50,
    rates: { ...NO_FAULTS, 'slow-response': 1 },
    delay: [400, 400],
  })
  const delayed = await connect()
  delayed.write(request('GET /api/buggy/tasks'))
  t.equal((await delayed.response())?.status, 200)
  delayed.write(request('GET /api/buggy/tasks'))
  t.equal((await delayed.response())?.status, 200, 'also on the same connection again')

  const slow = await connect()
  slow.write(CREATE.subarray(0, -20))
  await new Promise((resolve) => setTimeout(resolve, 400))
  slow.write(CREATE.subarray(-20))
  t.equal((await slow.response())?.status, 201)
})

t.test('closes connections beyond the limit of an address, and warns once (decision 65)', async (t) => {
  const warnings: string[] = []
  const logger = { level: 'warn', stream: { write: (line: string) => void warnings.push(line) } }
  const service = await startListening(t, { connectionsMax: 2, logger })
  const get = request(`GET ${service.mount.basePath}/api/v1/tasks`)
  const accepted = once(service.app.server, 'connection')
  const [first, second] = [await service.connect(), await service.connect()]
  for (const connection of [first, second]) {
    connection.write(get)
    t.equal((await connection.response())?.status, 200)
  }
  for (let attempt = 0; attempt < 3; attempt++) await (await service.connect()).closed
  second.write(get)
  t.equal((await second.response())?.status, 200, 'the others stay')
  const parsed = warnings.map((line) => JSON.parse(line))
  t.match(parsed, [{ connectionsMax: 2, msg: /too many connections/ }])
  t.equal(warnings.length, 1)

  const [ended] = await accepted
  first.destroy()
  await once(ended, 'close')
  const next = await service.connect()
  next.write(get)
  t.equal((await next.response())?.status, 200, 'there is room again')

  const port = await service.app.listenAlso('127.0.0.1', 0, 'default')
  const ofBoard = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1'), connect(port, '127.0.0.1')] as const
  t.teardown(() => ofBoard.map((socket) => socket.destroy()))
  await once(ofBoard[2], 'close')
  t.equal(ofBoard[0].closed || ofBoard[1].closed, false, 'each port has its own limit')
})

t.test('stops although a request never ends', async (t) => {
  const { app, connect } = await startListening(t, { closeTimeout: 100 })
  const connection = await connect()
  const arrived = once(app.server, 'request')
  connection.write(CREATE.subarray(0, -5))
  await arrived
  await app.close()
  t.equal(await connection.response(), undefined)
})

t.test('a connection can have any number of pipelined requests, if few of them wait at the same time', async (t) => {
  const { connect } = await startListening(t, await ownStore())
  const connection = await connect()
  // Requests with more than 31 headers would not wait: Node.js starts each of them after the response before it.
  const headers = Object.fromEntries(Array.from({ length: 28 }, (_, index) => [`X-Header-${index}`, 'x']))
  for (let burst = 0; burst < 5; burst++) {
    connection.write(Buffer.concat(Array(50).fill(request('GET /api/v1/tasks', headers))))
    const responses = []
    while (responses.length < 50) responses.push(await connection.response())
    const allPass = responses.every((response) => response?.status === 200)
    t.ok(allPass, `burst ${burst}`)
  }
})
