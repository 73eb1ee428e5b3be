import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { multipart, NO_FAULTS, ownStore } from '../../kit/helper.js'
import { pending } from '../../kit/pending.js'
import { enter, JSON_TYPE, request, startListening } from '../../kit/raw-http.js'
import { uploadRequest } from '../../kit/upload.js'

/** Longer than the test may take, so a timer that is not cleared lets the test time out. */
const DELAY = 20_000

/** Starts a service on a port whose responses are all slow; the promises tell when a delay starts and how it ends. */
async function startSlowService(t: Test) {
  const { promise: started, resolve: markStarted } = pending()
  const { promise: ended, resolve: markEnded } = pending<string>()
  const service = await startListening(t, {
    rates: { ...NO_FAULTS, 'slow-response': 1 },
    delay: [DELAY, DELAY],
    sleep: async (milliseconds, signal) => {
      markStarted()
      try {
        await sleep(milliseconds, undefined, { signal })
        markEnded('the delay is over')
      } catch (error) {
        markEnded((error as Error).name)
        throw error
      }
    },
  })
  await service.createTask()
  return { service, port: Number(new URL(service.origin).port), started, ended }
}

const TASK = { title: 'Never created', status: 'TODO' }
const BIG_TASK = request('POST /api/buggy/tasks', JSON_TYPE, JSON.stringify({ ...TASK, ignored: 'x'.repeat(900_000) }))
const REQUESTS: [name: string, bytes: Buffer][] = [
  ['DELETE', request('DELETE /api/buggy/tasks/1')],
  ['POST of 900 kB', BIG_TASK],
  [
    'upload of 900 kB',
    uploadRequest('/api/buggy/tasks/1/attachments', [{ fileName: 'a', content: Buffer.alloc(900_000) }]),
  ],
]

for (const [name, bytes] of REQUESTS) {
  t.test(`a disconnect from a slow ${name} ends the delay, and nothing is done (decision 37)`, async (t) => {
    const { service, port, started, ended } = await startSlowService(t)
    const before = await service.send('GET /api/v1/tasks')
    const client = connect(port, '127.0.0.1')
    client.on('error', () => {})
    await Promise.all([started, new Promise((resolve) => client.write(enter(bytes, service.mount), resolve))])
    t.equal((await service.fetch('/api/v1/tasks')).status, 200, 'other clients are served')
    client.destroy()
    await once(client, 'close')
    t.equal(await ended, 'AbortError', 'the timer is cleared')
    for (let i = 0; i < 5; i++) {
      const after = await service.send('GET /api/v1/tasks')
      t.equal(String(after.bytes), String(before.bytes), 'nothing is done')
    }
    const body = JSON.stringify(TASK)
    const next = await service.fetch('/api/v1/tasks', { method: 'POST', headers: JSON_TYPE, body })
    t.equal(next.status, 201, 'the service continues')
  })
}

t.test('a disconnect while a POST of 900 kB arrives ends the request, and nothing is done', async (t) => {
  const service = await startListening(t, { ...(await ownStore()), rates: { ...NO_FAULTS, 'slow-response': 1 } })
  const accepted = once(service.app.server, 'request')
  const client = connect(Number(new URL(service.origin).port), '127.0.0.1')
  client.on('error', () => {})
  client.write(enter(BIG_TASK.subarray(0, 450_000), service.mount))
  const [, response] = await accepted
  client.destroy()
  await once(response, 'close')
  t.equal((await service.send('GET /api/v1/tasks')).json.totalElements, 0)
})

t.test('a body that arrives before and during the delay is complete (decision 37)', async (t) => {
  const service = await startListening(t, {
    rates: { ...NO_FAULTS, 'slow-response': 1 },
    sleep: () => new Promise((resolve) => setImmediate(resolve)),
  })
  await service.createTask()
  const letters = ['a', 'b', 'c']
  const { headers, body } = multipart(
    letters.map((letter) => ({ fileName: letter, content: Buffer.alloc(1_048_576, letter) })),
  )
  const reply = await service.fetch('/api/buggy/tasks/1/attachments', { method: 'POST', headers, body })
  t.equal(reply.status, 201)
  for (const [index, letter] of letters.entries()) {
    const { bytes } = await service.send(`GET /api/v1/tasks/1/attachments/${index + 1}`)
    t.ok(bytes.equals(Buffer.alloc(1_048_576, letter)), letter)
  }
})
