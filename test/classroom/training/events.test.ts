import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { TASK } from '../../kit/board.js'
import { breakMethod, openEmptyStore } from '../../kit/database.js'
import { startListening } from '../../kit/raw-http.js'
import { asTrainer } from './class.js'
import { MINUTE, minute } from './learner.js'
import { start } from './stream.js'

t.test('a stream sends requests, claims, scores and changes of a board (decision 111)', async (t) => {
  const { open, read, claim, send, asOwner } = await start(t)
  const { response, next } = await open()
  t.strictSame([response.status, response.headers.get('content-type')], [200, 'text/event-stream'])
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
  const requests = received.filter(({ event }) => event === 'request')
  t.same(requests, [])
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

t.test('streams survive a store that does not respond for some time, and end with an unexpected error', async (t) => {
  const store = await openEmptyStore()
  const { open, read, id: board } = await start(t, { store })
  const { next, end } = await open()
  const broken = breakMethod(store, 'readState')
  store.changes.emit('change', [board], [])
  while (broken.calls < 3) await sleep(5)
  broken.repair()
  await read('one')
  t.equal((await next('request')).data.requestId, 'one')
  const reading = breakMethod(store, 'listRequestsAfter', new Error('a defect'))
  await read('two')
  await end
  reading.repair()
  t.pass('the stream has ended')
})

t.test('the first event says when to reconnect, because retry alone is an empty event to some clients', async (t) => {
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
})
