import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import t, { type Test } from 'tap'
import { createBoard, startBoard, TASK } from '../../kit/board.js'
import type { Json } from '../../kit/helper.js'
import { pending } from '../../kit/pending.js'
import { request as bytesOf, startListening } from '../../kit/raw-http.js'

const unchecked = true

t.test('duplicate-item repeats one task of a page, and changes no number (decision 149)', async (t) => {
  const board = await startBoard(t)
  for (const title of ['A', 'B', 'C']) await board.send('POST /api/v1/tasks', { json: { ...TASK, title } })
  await board.asOwner('PUT /faults', { json: { script: [['duplicate-item']], scriptEnd: 'repeat', seed: 1 } })
  const right = (await board.send('GET /api/v1/tasks')).json
  const orders = new Set<string>()
  for (let count = 0; count < 60; count++) {
    const { json, headers, bytes } = await board.send('GET /api/buggy/tasks', { unchecked })
    t.equal(headers['content-length'], String(bytes.length))
    t.strictSame({ ...json, content: right.content }, right, 'the numbers of the page are correct')
    const ids: number[] = json.content.map(({ id }: Json) => id)
    t.strictSame([ids.length, new Set(ids).size], [4, 3])
    for (const task of json.content) t.strictSame(task, right.content[task.id - 1])
    orders.add(ids.join(''))
  }
  const expected = ['1123', '1223', '1233', '1213', '1231', '2123', '3123', '1323', '1232', '1232']
  t.strictSame([...orders].sort(), [...new Set(expected)].sort(), 'every task at every place')
})

t.test('duplicate-item applies only to pages with a task', async (t) => {
  const board = await startBoard(t)
  await board.asOwner('PUT /faults', { json: { script: [['duplicate-item']], scriptEnd: 'repeat', disclose: true } })
  for (const path of ['/tasks', '/tasks/summary']) {
    t.equal((await board.send(`GET /api/buggy${path}`)).headers['fault-injected'], undefined)
  }
})

t.test('a task is repeated before a field of one task is removed', async (t) => {
  const board = await startBoard(t)
  for (const title of ['A', 'B']) await board.send('POST /api/v1/tasks', { json: { ...TASK, title } })
  const script = [['missing-fields', 'date-mix', 'duplicate-item']]
  await board.asOwner('PUT /faults', { json: { script, scriptEnd: 'repeat' } })
  for (let count = 0; count < 20; count++) {
    const { content } = (await board.send('GET /api/buggy/tasks', { unchecked })).json
    const incomplete = content.filter((task: Json) => !('description' in task) || !('priority' in task))
    t.strictSame([content.length, incomplete.length], [3, 1])
  }
})

/** Starts a service on whose board all requests to buggy have the fault overload. Delays last until `release` is called. */
async function startLoaded(t: Test) {
  const delays: number[] = []
  const { promise: released, resolve: release } = pending()
  const sleep = (milliseconds: number) => {
    delays.push(milliseconds)
    return released
  }
  const service = await startListening(t, { sleep })
  const board = await createBoard(service)
  await board.send('POST /api/v1/tasks', { json: TASK })
  const settings = { script: [['overload']], scriptEnd: 'repeat', disclose: true }
  await board.asOwner('PUT /faults', { json: settings })
  return { service, board, delays, release, base: `/b/${board.id}/api/buggy/tasks` }
}

/** Starts a request whose body is never sent, so that it runs until its socket is destroyed. */
async function startRequest(origin: string, path: string): Promise<Socket> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  const headers = { 'Content-Type': 'text/plain', 'Transfer-Encoding': 'chunked', Expect: '100-continue' }
  socket.write(bytesOf(`POST ${path}`, headers))
  const [data] = await once(socket, 'data')
  if (!String(data).startsWith('HTTP/1.1 100')) throw new Error(String(data))
  return socket
}

t.test('overload delays more than 10 concurrent requests, and refuses more than 50 (decision 149)', async (t) => {
  const { service, board, delays, release, base } = await startLoaded(t)
  const others: Socket[] = []
  for (let count = 0; count < 10; count++) others.push(await startRequest(service.origin, base))
  t.teardown(() => {
    for (const socket of others) socket.destroy()
  })
  t.strictSame(delays, [], 'the first 10 are not delayed')
  const replies = []
  for (let count = 1; count <= 40; count++) {
    replies.push(fetch(service.origin + base))
    while (delays.length < count) await new Promise(setImmediate)
  }
  t.strictSame(
    delays,
    Array.from({ length: 40 }, (_, index) => 20 * (index + 1)),
  )
  const refused = await fetch(service.origin + base, { method: 'DELETE' })
  t.strictSame([refused.status, refused.headers.get('retry-after')], [503, '1'])
  t.equal(refused.headers.get('fault-injected'), 'overload;ordinal=50')
  release()
  for (const reply of await Promise.all(replies)) {
    t.equal(reply.status, 200)
    t.match(reply.headers.get('fault-injected'), /^overload;/)
    await reply.text()
  }
  const { content } = (await board.asOwner('GET /requests?size=100')).json
  const evidenceOf = async ({ requestId }: Json) =>
    (await board.send(`GET /requests/${requestId}`, { token: board.token })).json.evidence
  const refusal = content.find(({ status }: Json) => status === 503)
  t.match((await evidenceOf(refusal)).expected, { status: 204 })
  const slow = content.find(({ status }: Json) => status === 200)
  t.match((await evidenceOf(slow)).difference, [{ at: 'time', kind: 'delay' }])
  const claim = await board.send('POST /claims', { json: { requestId: slow.requestId, fault: 'overload' } })
  t.match(claim.json, { verdict: 'right', explanation: /^Right: the response was delayed by \d+ ms\.$/ })
  const prefer = 'fault="slow-response overload"; delay=1000'
  const { headers } = await board.send('GET /api/buggy/tasks', { headers: { prefer }, unchecked })
  const { difference } = await evidenceOf({ requestId: headers['x-request-id'] })
  t.match(difference, [{ at: 'time', actual: 1020 }], 'the delays of two faults add up')
})

t.test('without concurrent requests, overload has no effect, and the end of a request lowers the load', async (t) => {
  const { service, board, delays, base } = await startLoaded(t)
  for (let count = 0; count < 15; count++) {
    const reply = await fetch(service.origin + base)
    t.equal(reply.headers.get('fault-injected'), null)
    await reply.text()
  }
  const [entry] = (await board.asOwner('GET /requests')).json.content
  t.match(entry, { drawn: ['overload'], changed: [] })
  const other = await createBoard(service)
  await other.asOwner('PUT /faults', { json: { script: [['overload']], scriptEnd: 'repeat' } })
  for (let count = 0; count < 12; count++) {
    const socket = await startRequest(service.origin, base)
    socket.destroy()
    await once(socket, 'close')
    // The service learns of it a moment later.
    while ((await board.asOwner('GET /requests')).json.totalElements < 17 + count) await new Promise(setImmediate)
  }
  t.strictSame(delays, [], 'requests that ended do not count')
})
