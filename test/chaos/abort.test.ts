import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { multipart, NO_FAULTS } from '../helper.js'
import { enter, request, startListening } from '../raw-http.js'
import { uploadRequest } from '../upload.js'

/** Longer than the test may take: a timer that is not freed is one that the test does not see end. */
const DELAY = 20_000

/** A service on a socket with nothing but slow answers, which tells when a wait begins and how it ends. */
async function startSlowService(t: Test) {
  let begin = () => {}
  let end = (_how: string) => {}
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const ended = new Promise<string>((resolve) => {
    end = resolve
  })
  const service = await startListening(t, {
    rates: { ...NO_FAULTS, 'slow-response': 1 },
    delay: [DELAY, DELAY],
    sleep: async (milliseconds, signal) => {
      begin()
      try {
        await sleep(milliseconds, undefined, { signal })
        end('the wait is over')
      } catch (error) {
        end((error as Error).name)
        throw error
      }
    },
  })
  await service.createTask()
  return { service, port: Number(new URL(service.origin).port), begun, ended }
}

function jsonRequest(path: string, body: object): Buffer {
  return request(`POST /api/buggy${path}`, { 'Content-Type': 'application/json' }, JSON.stringify(body))
}

function upload(...sizes: number[]): Buffer {
  const files = sizes.map((size, i) => ({ fileName: `${i}.bin`, content: Buffer.alloc(size, 'x') }))
  return uploadRequest('/api/buggy/tasks/1/attachments', files)
}

const TASK = { title: 'Never created', status: 'TODO' }
const BIG_TASK = jsonRequest('/tasks', { ...TASK, ignored: 'x'.repeat(900_000) })
const UPLOAD = upload(1_000_000, 1_000_000, 1_000_000)

const REQUESTS: [what: string, bytes: Buffer][] = [
  ['GET', request('GET /api/buggy/tasks')],
  ['DELETE', request('DELETE /api/buggy/tasks/1')],
  ['a small POST', jsonRequest('/tasks', TASK)],
  ['a POST of 900 kB', BIG_TASK],
  ['a POST of 900 kB of which half has come', BIG_TASK.subarray(0, 450_000)],
  ['an upload of 900 kB', upload(900_000)],
  ['an upload of 3 MB', UPLOAD],
  ['an upload of 3 MB of which half has come', UPLOAD.subarray(0, 1_500_000)],
]

for (const [what, bytes] of REQUESTS) {
  t.test(`decision 37: a client that hangs up during a slow answer to ${what} frees it`, async (t) => {
    const { service, port, begun, ended } = await startSlowService(t)
    const before = await service.send('GET /api/v1/tasks')
    const client = connect(port, '127.0.0.1')
    client.on('error', () => {})
    await Promise.all([begun, new Promise((resolve) => client.write(enter(bytes, service.mount), resolve))])
    const meanwhile = await service.fetch('/api/v1/tasks')
    t.equal(meanwhile.status, 200, 'others are answered meanwhile')
    client.destroy()
    await once(client, 'close')
    t.equal(await ended, 'AbortError', 'the timer is freed')
    for (let i = 0; i < 5; i++) {
      const after = await service.send('GET /api/v1/tasks')
      t.equal(String(after.bytes), String(before.bytes), 'nothing is done')
    }
  })
}

t.test('decision 37: the service goes on after clients have hung up', async (t) => {
  const { service, port, begun, ended } = await startSlowService(t)
  const client = connect(port, '127.0.0.1')
  client.on('error', () => {})
  client.write(enter(request('GET /api/buggy/tasks'), service.mount))
  await begun
  client.destroy()
  await ended
  const answer = await service.fetch('/api/v1/tasks', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(TASK),
  })
  t.equal(answer.status, 201)
  t.equal((await service.send('GET /api/v1/tasks')).json.totalElements, 2)
})

t.test('decision 37: bodies that come before and after the wait has begun are whole', async (t) => {
  const service = await startListening(t, {
    rates: { ...NO_FAULTS, 'slow-response': 1 },
    sleep: () => new Promise((resolve) => setImmediate(resolve)),
  })
  await service.createTask()
  const { headers, body } = multipart(
    ['a', 'b', 'c'].map((letter) => ({ fileName: letter, content: Buffer.alloc(1_048_576, letter) })),
  )
  const answer = await service.fetch('/api/buggy/tasks/1/attachments', {
    method: 'POST',
    headers,
    body,
  })
  t.equal(answer.status, 201)
  for (const [index, letter] of ['a', 'b', 'c'].entries()) {
    const { bytes } = await service.send(`GET /api/v1/tasks/1/attachments/${index + 1}`)
    t.ok(bytes.equals(Buffer.alloc(1_048_576, letter)), letter)
  }
})
