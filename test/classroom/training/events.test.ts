import { once } from 'node:events'
import { connect, type Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import Fastify from 'fastify'
import t, { type Test } from 'tap'
import type { RequestBoard } from '../../../src/api/boards/find-board.js'
import { type ServerEvent, streams } from '../../../src/classroom/events/streams.js'
import { DEFAULT_BOARD } from '../../../src/contract/board-id.js'
import { StoreUnavailable } from '../../../src/contract/errors.js'
import { UPLOAD_BYTES_MAX } from '../../../src/contract/limits.js'
import { serverOptions } from '../../../src/http/server-options.js'
import { ADMIN_TOKEN, createBoard, TASK } from '../../kit/board.js'
import { openEmptyStore } from '../../kit/database.js'
import type { Json } from '../../kit/helper.js'
import { startListening } from '../../kit/raw-http.js'
import { asTrainer } from './class.js'
import { openEvents } from './event-client.js'
import { EVERY_SECOND, MINUTE, minute } from './learner.js'

type Stream = Awaited<ReturnType<typeof openEvents>>

/** Starts a service with a board that has one task. Events arrive quickly. */
async function start(t: Test, options: object = {}) {
  const service = await startListening(t, { sleep: async () => {}, streams: { roundInterval: 10 }, ...options })
  const board = await createBoard(service)
  await board.send('POST /api/v1/tasks', { json: TASK })
  await board.asOwner('PUT /faults', { json: EVERY_SECOND })
  await service.app.flushLogs()
  const open = (lastEventId?: string) =>
    openEvents(
      t,
      `${service.origin}/b/${board.id}/events`,
      lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId },
    )
  /** Reads the task through buggy, and writes the log. */
  async function read(id: string): Promise<void> {
    await board.send('GET /api/buggy/tasks/1', { headers: { 'x-request-id': id }, unchecked: true })
    await service.app.flushLogs()
  }
  const claim = (requestId: string, fault: string) => board.send('POST /claims', { json: { requestId, fault } })
  return { ...board, service, open, read, claim }
}

t.test('a stream sends requests, claims, scores and changes of a board (decision 111)', async (t) => {
  const { open, read, claim, send, asOwner } = await start(t)
  const { response, next } = await open()
  t.equal(response.status, 200)
  t.equal(response.headers.get('content-type'), 'text/event-stream')
  t.equal(response.headers.get('cache-control'), 'no-store')
  await read('one')
  t.match((await next('request')).data, {
    requestId: 'one',
    path: '/api/buggy/tasks/1',
    changed: null,
    claims: { length: 0 },
  })
  t.match((await next('score')).data, { total: { happened: 1, found: 0 } })
  await send('POST /requests/one/hints')
  t.match((await next('score')).data, { hintsTaken: 1, total: { found: 0 } })
  await claim('one', 'date-mix')
  t.match((await next('claim')).data, { requestId: 'one', fault: 'date-mix', verdict: 'right' })
  t.match((await next('score')).data, { claims: 1, total: { found: 1, f1: 1 } })
  await send('POST /api/v1/tasks', { json: TASK })
  t.ok((await next('board')).data.revision > 0)
  await asOwner('PUT /exercise', { json: { title: 'Find the faults', feedback: 'after' } })
  t.match((await next('exercise')).data, { title: 'Find the faults', state: 'running' })
  t.match((await next('score')).data, { claims: 0, total: { happened: null } })
  await asOwner('DELETE /exercise')
  t.equal((await next('exercise')).data, null)
})

t.test('the end of an exercise is an event (decision 111)', async (t) => {
  const { service, open, asOwner } = await start(t)
  await asOwner('PUT /exercise', { json: { endsAt: minute(10) } })
  const { next } = await open()
  service.clock.now += 10 * MINUTE
  t.equal((await next('exercise')).data.state, 'ended')
  t.equal((await next('score')).data.state, 'ended')
})

t.test('a client that reconnects gets the events that it missed exactly once (decision 111)', async (t) => {
  const { open, read, claim } = await start(t)
  const first = await open()
  await read('one')
  const { id } = await first.next('request')
  first.close()
  await read('two')
  await read('three')
  await claim('one', 'none')
  const second = await open(id)
  const { data } = await second.next('request')
  t.equal(data.requestId, 'two')
  t.equal((await second.next('request')).data.requestId, 'three')
  t.equal((await second.next('claim')).data.fault, 'none')
  await second.next('score')
  const third = await open('not an id')
  await read('four')
  t.equal((await third.next('request')).data.requestId, 'four', 'another id starts now')
  const fourth = await open('99.99')
  t.equal((await fourth.next('exercise')).id, '5.1', 'an id that is ahead, as after a restored backup, starts now')
})

t.test('requests that arrive while a stream reads the store are not lost (decision 111)', async (t) => {
  const { service, open, read } = await start(t)
  const { next } = await open()
  const { store } = service.app
  const { listRequestsAfter } = store
  store.listRequestsAfter = async (...args) => {
    store.listRequestsAfter = listRequestsAfter
    for (const id of ['three', 'four']) await read(id)
    return listRequestsAfter.apply(store, args)
  }
  for (const id of ['one', 'two']) await read(id)
  for (const id of ['one', 'two', 'three', 'four']) t.equal((await next('request')).data.requestId, id)
})

t.test('the first events of a stream arrive once, even if they take longer than a round', async (t) => {
  const { open, read, service } = await start(t)
  const other = await open()
  for (const id of ['one', 'two']) await read(id)
  await other.next('request')
  const { store } = service.app
  const { listRequestsAfter } = store
  store.listRequestsAfter = async (...args) => {
    await sleep(50)
    return listRequestsAfter.apply(store, args)
  }
  const { next, received } = await open('0.0')
  await next('score')
  store.listRequestsAfter = listRequestsAfter
  await read('three')
  t.equal((await next('request')).data.requestId, 'three')
  t.same(
    received.filter(({ event }) => event === 'request'),
    [],
  )
})

t.test('after too many events, clients load them instead (decision 111)', async (t) => {
  const { open, send, service } = await start(t)
  for (let request = 0; request < 101; request++) await send('GET /api/v1/tasks/summary')
  await service.app.flushLogs()
  const { next, received } = await open('0.0')
  t.same((await next('reload')).data, {})
  await next('score')
  t.notOk(received.some(({ event }) => event === 'request'))

  const { defects } = (await service.send('GET /defects')).json
  for (const { name } of defects.slice(0, 101)) await send('POST /claims', { json: { defect: name } })
  const other = await open('99999.0')
  t.same((await other.next('reload')).data, {}, 'also after too many claims')
  t.equal((await other.next('score')).data.claims, 101)
})

t.test('the stream of a class sends the class and every learner, and then the changes (decision 113)', async (t) => {
  const options = { sleep: async () => {}, streams: { roundInterval: 10 }, adminToken: ADMIN_TOKEN }
  const service = await startListening(t, options)
  const { json: created } = await service.send('POST /classes', {
    json: { name: 'Testing APIs', count: 2, fixture: 'demo', exercise: { faults: EVERY_SECOND } },
  })
  const { trainer, onBoard, join, token } = asTrainer(service, created)
  const url = `${service.origin}/classes/${created.id}/events`
  const open = (more: Record<string, string> = {}) => openEvents(t, url, { authorization: `Bearer ${token}`, ...more })
  t.equal((await fetch(url)).status, 401)
  const { next, end } = await open()
  const { data, id: first } = await next('class')
  t.equal(first, undefined, 'a client that has missed the rest gets everything again')
  t.match(data, { name: 'Testing APIs', boards: created.boards.map(({ id }: Json) => id) })
  t.match((await next('faults')).data[0], { fault: 'slow-response', happened: 0 })
  t.match((await next('learner')).data, { id: created.boards[0].id, joined: false })
  await next('learner')
  await join('Ada')
  t.match((await next('learner')).data, { id: created.boards[0].id, name: 'Ada', joined: true })
  await onBoard(1, 'GET /api/buggy/tasks/1', { unchecked: true })
  const { data: changed, id } = await next('learner')
  t.match(changed, { id: created.boards[1].id, requests: 1, total: { happened: 1 } })
  const again = await open({ 'Last-Event-ID': id })
  await trainer('PATCH ', { json: { frozen: true } })
  t.equal((await again.next('class')).data.frozen, true)
  t.equal((await next('class')).data.frozen, true)
  t.equal(again.received.length, 0, 'only what has changed')
  await trainer('PATCH ', { json: { frozen: false } })
  t.equal((await again.next('class')).data.frozen, false, 'also if the class is again as it was at the reconnect')

  const ofAdmin = await open({ authorization: `Bearer ${ADMIN_TOKEN}` })
  t.equal((await ofAdmin.next('class')).data.frozen, false)
  const { trainerSecret } = (await trainer('POST /secret')).json
  await end
  t.pass('a replaced secret ends the stream')
  await trainer('PATCH ', { json: { frozen: true }, token: trainerSecret })
  t.equal((await ofAdmin.next('class')).data.frozen, true, 'but not that of the administrator')
})

t.test(
  'the settings of a class are events of all its boards, and what happens on a board only of its own',
  async (t) => {
    const store = await openEmptyStore()
    const service = await startListening(t, { store, streams: { roundInterval: 10 } })
    const { json: created } = await service.send('POST /classes', { json: { name: 'Testing', count: 2 } })
    const { trainer, onBoard } = asTrainer(service, created)
    const ids: string[] = created.boards.map(({ id }: Json) => id)
    const [one, other] = await Promise.all(ids.map((id) => openEvents(t, `${service.origin}/b/${id}/events`)))
    for (const frozen of [true, false]) {
      await trainer('PATCH ', { json: { frozen } })
      for (const { next } of [one, other] as Stream[]) t.equal((await next('board')).data.frozen, frozen)
    }
    const read = new Set<string>()
    const { listSolved } = store
    store.listSolved = (id) => {
      read.add(id)
      return listSolved(id)
    }
    await onBoard(0, 'POST /api/v1/tasks', { json: TASK })
    await (one as Stream).next('board')
    await service.app.flushLogs()
    await (one as Stream).next('request')
    t.strictSame([...read], [ids[0]])
  },
)

t.test('the end of the exercise of a class is an event, although nobody has done anything', async (t) => {
  const service = await startListening(t, { streams: { roundInterval: 10 } })
  const { json: created } = await service.send('POST /classes', {
    json: { name: 'Testing APIs', count: 1, exercise: { endsAt: minute(10) } },
  })
  const headers = { authorization: `Bearer ${asTrainer(service, created).token}` }
  const { next } = await openEvents(t, `${service.origin}/classes/${created.id}/events`, headers)
  t.equal((await next('class')).data.exercise.state, 'running')
  service.clock.now += 10 * MINUTE
  t.equal((await next('class')).data.exercise.state, 'ended')
})

t.test('the streams of a class that is deleted or has expired end', async (t) => {
  const service = await startListening(t, { streams: { roundInterval: 10 } })
  for (const end of ['delete', 'expire']) {
    const { json: created } = await service.send('POST /classes', { json: { name: 'x', count: 1 } })
    const { trainer, token } = asTrainer(service, created)
    const headers = { authorization: `Bearer ${token}` }
    const ofClass = await openEvents(t, `${service.origin}/classes/${created.id}/events`, headers)
    const ofBoard = await openEvents(t, `${service.origin}/b/${created.boards[0].id}/events`)
    await ofClass.next('learner')
    await trainer('PATCH ', { json: { frozen: true } })
    t.equal((await ofBoard.next('board')).data.frozen, true)
    if (end === 'delete') await trainer('DELETE ')
    else service.clock.now += 8 * 24 * 60 * MINUTE
    await Promise.all([ofClass.end, ofBoard.end])
    t.pass(end)
  }
})

t.test('streams survive a store that does not respond for some time, and end with an unexpected error', async (t) => {
  const store = await openEmptyStore()
  const { open, read, id: board } = await start(t, { store })
  const { next, end } = await open()
  const { readState, listRequestsAfter } = store
  let failures = 0
  store.readState = async () => {
    failures++
    throw new StoreUnavailable()
  }
  store.changes.emit('change', [board], [])
  while (failures < 3) await sleep(5)
  store.readState = readState
  await read('one')
  t.equal((await next('request')).data.requestId, 'one')
  store.listRequestsAfter = async () => {
    throw new Error('a defect')
  }
  await read('two')
  await end
  store.listRequestsAfter = listRequestsAfter
  t.pass('the stream has ended')
})

t.test('the stream of a class survives a store that does not respond for some time', async (t) => {
  const store = await openEmptyStore()
  const service = await startListening(t, { store, streams: { roundInterval: 10 } })
  const { json: created } = await service.send('POST /classes', { json: { name: 'Testing APIs', count: 1 } })
  const { trainer, token } = asTrainer(service, created)
  const { next } = await openEvents(t, `${service.origin}/classes/${created.id}/events`, {
    authorization: `Bearer ${token}`,
  })
  await next('class')
  const { readClassBoards } = store
  const failed = new Promise<void>((resolve) => {
    store.readClassBoards = async () => {
      resolve()
      throw new StoreUnavailable()
    }
  })
  await trainer('PATCH ', { json: { frozen: true } })
  await failed
  store.readClassBoards = readClassBoards
  t.equal((await next('class')).data.frozen, true)
})

t.test(
  'the first event says when to reconnect: a block with retry alone is an empty event to some clients',
  async (t) => {
    const service = await startListening(t, { streams: { roundInterval: 10 } })
    const { json: created } = await service.send('POST /classes', { json: { name: 'Testing APIs', count: 1 } })
    const headers = { authorization: `Bearer ${asTrainer(service, created).token}` }
    const controller = new AbortController()
    t.teardown(() => controller.abort())
    const { body } = await fetch(`${service.origin}/classes/${created.id}/events`, {
      headers,
      signal: controller.signal,
    })
    const reader = (body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    while (!text.includes('data:')) text += (await reader.read()).value ?? ''
    t.match(text, /^: connected\n\nretry: 2000\nevent: class\n/)
    t.equal(text.split('retry:').length, 2, 'once')
  },
)

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
    t.ok(
      opened.every(({ response }) => response.status === 200),
      `${path}: the streams of others do not count`,
    )
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
  t.equal(status, 200)
  t.equal(headers['content-type'], 'text/event-stream')
})
