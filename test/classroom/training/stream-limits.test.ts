import { once } from 'node:events'
import { connect, type Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import Fastify from 'fastify'
import t, { type Test } from 'tap'
import type { RequestBoard } from '../../../src/api/boards/find-board.js'
import { type ServerEvent, streams } from '../../../src/classroom/events/streams.js'
import { DEFAULT_BOARD } from '../../../src/contract/board-id.js'
import { UPLOAD_BYTES_MAX } from '../../../src/contract/limits.js'
import { serverOptions } from '../../../src/http/server-options.js'
import { ADMIN_TOKEN, createBoard, TASK } from '../../kit/board.js'
import { openEmptyStore } from '../../kit/database.js'
import { startListening } from '../../kit/raw-http.js'
import { asTrainer } from './class.js'
import { openEvents } from './event-client.js'
import { start } from './stream.js'

t.test('a stream without changes reads nothing (decision 112)', async (t) => {
  let calls = 0
  const counted = (method: unknown) =>
    typeof method !== 'function'
      ? method
      : (...args: unknown[]) => {
          calls++
          return method(...args)
        }
  const opened = await openEmptyStore()
  const store = Object.fromEntries(Object.entries(opened).map(([name, method]) => [name, counted(method)])) as never
  const service = await startListening(t, { store, streams: { roundInterval: 1, heartbeatInterval: 50 } })
  const { json: created } = await service.send('POST /classes', { json: { name: 'Testing APIs', count: 2 } })
  const { token, onBoard } = asTrainer(service, created)
  const headers = { authorization: `Bearer ${token}` }
  const ofClass = await openEvents(t, `${service.origin}/classes/${created.id}/events`, headers)
  const { response } = await openEvents(t, `${service.origin}/b/${created.boards[0].id}/events`)
  const ofBoard = await openEvents(t, `${service.origin}/b/${created.boards[1].id}/events`)
  await ofClass.next('learner')
  await onBoard(1, 'POST /api/v1/tasks', { json: TASK })
  await service.app.flushLogs()
  await ofBoard.next('score')
  await ofClass.next('learner')
  await sleep(300)
  const before = calls
  await sleep(300)
  t.equal(response.status, 200)
  t.equal(calls, before)
})

t.test('heartbeats keep a stream open, and a stopping service ends it (decision 112)', async (t) => {
  const { service, id } = await start(t, { streams: { heartbeatInterval: 10, roundInterval: 10 } })
  const response = await fetch(`${service.origin}/b/${id}/events`)
  const reader = (response.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (text.split(': heartbeat').length < 3) text += (await reader.read()).value ?? ''
  t.match(text, /^: connected\n\n(: heartbeat\n\n)+/)
  await service.app.close()
  while (!(await reader.read()).done) {
    // The rest of the stream.
  }
  t.pass('the stream has ended')
})

t.test('an address has at most 10 streams of a board or class (decision 112)', async (t) => {
  const { service, id } = await start(t)
  const other = await createBoard(service)
  const classes = await Promise.all(
    ['A', 'B'].map(async (name) => (await service.send('POST /classes', { json: { name, count: 1 } })).json),
  )
  const ofBoards = [`/b/${id}`, `/b/${other.id}`].map((path) => ({ path, headers: {} }))
  const ofClasses = classes.map(({ id, trainerSecret }) => ({
    path: `/classes/${id}`,
    headers: { authorization: `Bearer ${trainerSecret}` },
  }))
  for (const { path, headers } of [...ofBoards, ...ofClasses]) {
    const open = (query = '') => openEvents(t, `${service.origin}${path}/events${query}`, headers)
    const opened = await Promise.all(Array.from({ length: 10 }, () => open()))
    const allOpen = opened.every(({ response }) => response.status === 200)
    t.ok(allOpen, `${path}: the streams of others do not count`)
    t.equal((await open('?x=1')).response.status, 503)
  }
})

t.test('the number of streams is limited, of a process and of an address (decision 112)', async (t) => {
  for (const limit of [{ streamsMax: 2 }, { streamsPerAddress: 2 }]) {
    const { open, service, id } = await start(t, { streams: { roundInterval: 10, ...limit } })
    const streams = [await open(), await open()]
    const refused = await service.send(`GET /b/${id}/events`)
    t.match(refused, {
      status: 503,
      json: { message: 'There are too many event streams at the moment, try again later' },
    })
    for (const { close } of streams) close()
    let { response } = await open()
    while (response.status === 503) ({ response } = await open())
    t.equal(response.status, 200, 'a closed stream makes room')
  }
})

t.test('learners leave some streams for their trainers', async (t) => {
  const { open, service } = await start(t, { adminToken: ADMIN_TOKEN, streams: { streamsMax: 10 } })
  const { json: created } = await service.send('POST /classes', {
    token: ADMIN_TOKEN,
    json: { name: 'Group A', count: 1 },
  })
  for (let count = 0; count < 10; count++) t.equal((await open()).response.status, 200)
  t.equal((await open()).response.status, 503)
  const headers = { authorization: `Bearer ${created.trainerSecret}` }
  const openClass = () => openEvents(t, `${service.origin}/classes/${created.id}/events`, headers)
  t.equal((await openClass()).response.status, 200)
  t.equal((await openClass()).response.status, 503, 'the reserve is also limited')
})

/** Starts a service whose only route sends events. */
async function serveEvents(t: Test, next: () => ServerEvent[]) {
  const app = Fastify(serverOptions(Date.now))
  t.teardown(() => app.close())
  app.decorateRequest('board', { getter: () => ({ id: DEFAULT_BOARD }) as RequestBoard })
  app.decorate('store', await openEmptyStore())
  await app.register(streams, { roundInterval: 1 })
  const source = { id: DEFAULT_BOARD, isDue: () => true, next: async () => next() }
  app.get('/events', (request, reply) => app.streamEvents(request, reply, source))
  return { app, origin: await app.listen({ port: 0, host: '127.0.0.1' }) }
}

t.test('a client that does not read is disconnected (decision 112)', async (t) => {
  const data = JSON.stringify('x'.repeat(100_000))
  let sent = 0
  const { app, origin } = await serveEvents(t, () => {
    sent += data.length
    return [{ event: 'x', id: '1', data }]
  })
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  t.teardown(() => socket.destroy())
  socket.write('GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await once(socket, 'readable')
  while ((await connectionsOf(app.server)) > 0) await sleep(5)
  t.ok(sent < UPLOAD_BYTES_MAX, `the service has closed the connection after ${sent} bytes`)
})

t.test('a client receives an event that is larger than the limit of waiting events', async (t) => {
  // The operating system buffers some MiB.
  const data = 'x'.repeat(UPLOAD_BYTES_MAX / 2)
  const events = [[{ event: 'x', id: '1', data: JSON.stringify(data) }]]
  const { origin } = await serveEvents(t, () => events.shift() ?? [])
  const { next, close } = await openEvents(t, `${origin}/events`)
  t.equal((await next('x')).data.length, data.length)
  close()
})

const connectionsOf = (server: Server) => promisify(server.getConnections.bind(server))()

t.test('HEAD opens no stream', async (t) => {
  const { service, id } = await start(t, { streams: { streamsMax: 0 } })
  const { status, headers } = await service.send(`HEAD /b/${id}/events`, { unchecked: true })
  t.strictSame([status, headers['content-type']], [200, 'text/event-stream'])
})
