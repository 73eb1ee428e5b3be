import { connect, type Socket } from 'node:net'
import t, { type Test } from 'tap'
import { bufferedBytes } from '../../src/http/waiting-bodies.js'
import { NO_FAULTS } from '../helper.js'
import { enter, request, startListening } from '../raw-http.js'
import { uploadRequest } from '../upload.js'

const MEBIBYTE = 1_048_576
/** The bytes that Node can receive before it stops reading a connection. */
const SLACK = 65_536
const PATH = '/api/buggy/tasks/1/attachments'
const FILES = Array.from({ length: 15 }, (_, index) => ({ fileName: `${index}`, content: Buffer.alloc(MEBIBYTE) }))

/** Starts a service whose delays last until `wakeUp` is called. */
async function startWaiting(t: Test) {
  let wakeUp = () => {}
  let isAwake = false
  const woken = new Promise<void>((resolve) => {
    wakeUp = () => {
      isAwake = true
      resolve()
    }
  })
  const service = await startListening(t, {
    rates: { ...NO_FAULTS, 'slow-response': 1 },
    sleep: () => woken,
  })
  await service.createTask()
  const sockets: Socket[] = []
  t.teardown(() => {
    for (const socket of sockets) socket.destroy()
  })
  return {
    service,
    wakeUp,
    /** Writes bytes to a new connection, and returns what it receives. */
    send(bytes: Buffer) {
      const socket = connect(Number(new URL(service.origin).port), '127.0.0.1')
      socket.on('error', () => {})
      sockets.push(socket)
      let received = ''
      socket.on('data', (chunk) => {
        received += chunk
      })
      socket.write(enter(bytes, service.mount))
      return {
        async responses(count: number) {
          while (received.split('HTTP/1.1 ').length <= count) await new Promise(setImmediate)
          return received
        },
      }
    },
    /** Resolves with the buffered bytes when the service has the expected ones, and reads no more. */
    async settle(expected: number): Promise<number> {
      for (let bytes = -1, quiet = 0; quiet < 200 && !isAwake; ) {
        await new Promise(setImmediate)
        const now = bufferedBytes()
        quiet = now === bytes && now >= expected ? quiet + 1 : 0
        bytes = now
      }
      return bufferedBytes()
    },
  }
}

t.test('bodies that wait for a slow response have a maximum total size (decision 61)', async (t) => {
  const { service, send, settle, wakeUp } = await startWaiting(t)
  const upload = uploadRequest(PATH, FILES)
  const clients = Array.from({ length: 7 }, () => send(upload))
  const buffered = await settle(64 * MEBIBYTE)
  t.ok(buffered <= 64 * MEBIBYTE + 7 * SLACK, `${buffered} bytes are buffered`)
  t.equal((await service.fetch('/health')).status, 200)
  wakeUp()
  for (const client of clients) {
    t.match(
      await client.responses(1),
      "File '3' exceeds the limit of 3 attachments",
      'the rest is read after the delay',
    )
  }
  t.equal(bufferedBytes(), 0)
})

t.test(
  'pipelined bodies that wait for a slow response share the limit of their connection (decision 61)',
  async (t) => {
    const { send, settle, wakeUp } = await startWaiting(t)
    const body = JSON.stringify({ title: 'x', status: 'TODO', ignored: 'x'.repeat(1_000_000) })
    const create = request('POST /api/buggy/tasks', { 'Content-Type': 'application/json' }, body)
    const client = send(Buffer.concat(Array(30).fill(create)))
    const buffered = await settle(15 * MEBIBYTE)
    t.ok(buffered <= 16 * MEBIBYTE + 2 * SLACK, `${buffered} bytes are buffered`)
    wakeUp()
    t.equal((await client.responses(30)).match(/HTTP\/1\.1 201/g)?.length, 30)
  },
)
