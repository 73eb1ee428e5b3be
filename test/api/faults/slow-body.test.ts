import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import t from 'tap'
import { createDraw } from '../../../src/api/buggy/draw.js'
import { FAULTS } from '../../../src/api/buggy/faults.js'
import { createBoard, startBoard, TASK } from '../../kit/board.js'
import { type Json, NO_FAULTS, noSleep } from '../../kit/helper.js'
import { pending } from '../../kit/pending.js'
import { request as bytesOf, startListening } from '../../kit/raw-http.js'
import { REAL_CLIENTS } from './real-clients.js'

t.test('slow-body sends the body in ten pieces, within 2 to 5 seconds (decision 148)', async (t) => {
  const delays: number[] = []
  const sleep = async (milliseconds: number) => delays.push(milliseconds)
  const service = await startListening(t, { rates: { ...NO_FAULTS, 'slow-body': 1 }, faultSeed: 1, sleep })
  await service.createTask()
  const right = await service.send('GET /api/v1/tasks')
  const reply = await fetch(`${service.origin}${service.mount.enter('/api/buggy/tasks')}`)
  t.equal(reply.headers.get('content-length'), String(right.bytes.length))
  t.equal(await reply.text(), String(right.bytes), 'the body is correct')
  const duration = 2000 + createDraw(1, 0, 'slow-body').fraction('duration') * 3000
  t.strictSame(delays, Array(10).fill(duration / 10))
})

t.test('the headers arrive at once, and the body in pieces', async (t) => {
  let permits = 0
  const sleep = async () => {
    while (permits === 0) await new Promise(setImmediate)
    permits--
  }
  const service = await startListening(t, { rates: { ...NO_FAULTS, 'slow-body': 1 }, sleep })
  const reply = await fetch(`${service.origin}${service.mount.enter('/api/buggy/tasks/summary')}`)
  t.equal(reply.status, 200, 'the status arrives before the body')
  const reader = (reply.body as ReadableStream<Uint8Array>).getReader()
  const pieces: number[] = []
  for (;;) {
    permits++
    const { value, done } = await reader.read()
    if (done) break
    pieces.push(value.length)
  }
  t.ok(pieces.length > 5, `${pieces.length} pieces`)
  const received = pieces.reduce((sum, size) => sum + size)
  t.equal(received, Number(reply.headers.get('content-length')))
})

t.test('a client that disconnects ends the slow body', async (t) => {
  const { promise: ended, resolve: markEnded } = pending<string>()
  const sleep = async (milliseconds: number, signal: AbortSignal) =>
    setTimeout(milliseconds, undefined, { signal }).catch((error) => {
      markEnded(error.name)
      throw error
    })
  const service = await startListening(t, { rates: { ...NO_FAULTS, 'slow-body': 1 }, delay: [90_000, 90_000], sleep })
  const socket = connect(Number(new URL(service.origin).port), '127.0.0.1')
  socket.write(bytesOf(`GET ${service.mount.enter('/api/buggy/tasks')}`))
  await once(socket, 'data')
  socket.destroy()
  t.equal(await ended, 'AbortError', 'the timer is cleared')
})

t.test('a slow body is compressed, can be cut, and is in the evidence', async (t) => {
  const service = await startListening(t, { sleep: noSleep })
  const board = await createBoard(service)
  for (let count = 0; count < 9; count++) await board.send('POST /api/v1/tasks', { json: TASK })
  const script = [['slow-body', 'date-mix'], ['slow-body', 'truncated-body'], ['slow-body'], ['slow-body']]
  await board.asOwner('PUT /faults', { json: { script, delay: [1200, 1200] } })
  const url = `${service.origin}/b/${board.id}/api/buggy/tasks`
  const small = await fetch(url)
  t.match(small.headers.get('content-encoding'), /./)
  t.equal(((await small.json()) as Json).totalElements, 9)
  const cut = await fetch(url)
  await t.rejects(cut.text())
  const slow = await fetch(url)
  await slow.text()
  const [last, middle, first] = (await board.asOwner('GET /requests')).json.content
  const changes = [first, middle, last].map(({ changed }: Json) => changed)
  t.strictSame(changes, [['date-mix', 'slow-body'], ['truncated-body', 'slow-body'], ['slow-body']])
  const { json } = await board.send(`GET /requests/${last.requestId}`, { token: board.token })
  const sentence = 'The end of the body was delayed by 1.2 s.'
  t.match(json.evidence.difference, [{ at: 'body', kind: 'delay', actual: 1200, sentence }])
})

t.test('a delay of 0, which nobody can see, is no fault: `none` is right', async (t) => {
  const board = await startBoard(t)
  const script = [['slow-response', 'slow-body']]
  await board.asOwner('PUT /faults', { json: { script, delay: [0, 0] } })
  const { headers } = await board.send('GET /api/buggy/tasks')
  const [{ changed }] = (await board.asOwner('GET /requests')).json.content
  t.strictSame(changed, [])
  const claim = { requestId: headers['x-request-id'], fault: 'none' }
  t.match((await board.send('POST /claims', { json: claim })).json, { verdict: 'right' })
})

t.test('Prefer chooses the delay of a slow response and of a slow body (decision 148)', async (t) => {
  const delays: number[] = []
  const board = await startBoard(t, { sleep: async (milliseconds) => delays.push(milliseconds) })
  const prefer = async (value: string) => {
    const { headers } = await board.send('GET /api/buggy/tasks', { headers: { prefer: value }, unchecked: true })
    return headers['preference-applied']
  }
  t.equal(await prefer('fault=slow-response; delay=1500'), 'fault=slow-response')
  t.equal(await prefer('fault="slow-response date-mix";x="a; delay=1";delay="60000"'), 'fault="slow-response date-mix"')
  t.equal(await prefer('fault=slow-response;delay=0'), 'fault=slow-response')
  t.strictSame(delays.splice(0), [1500, 60_000])
  for (const value of ['60001', '-1', '1.5', '', '1e3', 'soon']) {
    await prefer(`fault=slow-response; delay=${value}`)
    t.ok((delays[0] ?? 0) >= 2000 && (delays[0] ?? 0) <= 5000, `delay=${value} is ignored`)
    delays.length = 0
  }
  await prefer('fault=slow-response; wait=10')
  t.ok((delays[0] ?? 0) <= 5000, 'wait is how long the client waits (RFC 7240, section 4.3)')
  await board.asOwner('PUT /faults', { json: { script: [['slow-response']], delay: [7, 7] } })
  delays.length = 0
  await prefer('return=minimal; delay=1500')
  t.strictSame(delays, [7], 'the delay belongs to the preference for faults')
})

for (const [name, send] of Object.entries(REAL_CLIENTS)) {
  t.test(`${name} reads a slow body`, async (t) => {
    const service = await startListening(t)
    const url = `${service.origin}${service.mount.enter('/api/buggy/tasks')}`
    const start = performance.now()
    const { status, text } = await send(url, { headers: { prefer: 'fault=slow-body; delay=300' } })
    t.strictSame([status, JSON.parse(text ?? '').totalElements], [200, 0])
    t.ok(performance.now() - start > 290)
  })
}

t.test('every two faults of a request end its response or its connection', async (t) => {
  const service = await startListening(t, { sleep: noSleep })
  const { id } = await createBoard(service)
  const names = FAULTS.map(({ name }) => name)
  const pairs = names.flatMap((first, index) => names.slice(index + 1).map((second) => `${first} ${second}`))
  for (const pair of pairs) {
    const answered = fetch(`${service.origin}/b/${id}/api/buggy/tasks`, {
      headers: { prefer: `fault="${pair}"` },
      signal: AbortSignal.timeout(10_000),
    }).then((response) => response.text())
    await answered.catch((error) => t.not(error.name, 'TimeoutError', pair))
  }
})
