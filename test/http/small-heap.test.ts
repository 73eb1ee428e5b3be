import { connect } from 'node:net'
import t from 'tap'
import { createBoard, TASK } from '../kit/board.js'
import { repeat } from '../kit/length.js'
import { longTest } from '../kit/long-test.js'
import { startProcess } from '../kit/process.js'

const MEBIBYTE = 1_048_576
/** The heap of the service in MiB. A parser that builds every value needs 30 times the size of these bodies. */
const HEAP = 128

/** Repeats an item until a body has so many bytes. */
function fill(before: string, item: string, after: string, bytes: number): Buffer {
  const count = Math.floor((bytes - before.length - after.length) / (item.length + 1))
  return Buffer.concat([
    Buffer.from(before),
    Buffer.alloc(count * (item.length + 1), `${item},`),
    Buffer.from(item + after),
  ])
}

const SNAPSHOTS: [before: string, item: string, after: string, error: object][] = [
  ['{"tasks":[', '{}', ']}', { errors: { 'tasks[0].id': /is required/ } }],
  ['{"version":1,"tasks":[', '1', ']}', { errors: { 'tasks[0]': /must be/ } }],
  ['{"version":1,"tasks":[],"unknown":[', '{}', ']}', { message: /more than 20000 values/ }],
  ['{"version":1,"tasks":[{"comments":[', '[]', ']}]}', { message: /more than 300000 values/ }],
  ['[', '{}', ']', { message: /more than 20000 values/ }],
]

longTest('process: refuses hostile snapshots with a small heap, and continues', async (t) => {
  const server = await startProcess(t, { env: { NODE_OPTIONS: `--max-old-space-size=${HEAP}` } })
  const { id, token } = await createBoard(server)
  const path = `/boards/${id}/snapshot`
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  for (const [before, item, after, error] of SNAPSHOTS.slice(0, repeat(2, SNAPSHOTS.length))) {
    const body = fill(before, item, after, 16 * MEBIBYTE)
    const response = await fetch(server.base + path, { method: 'PUT', headers, body })
    t.equal(response.status, 400, before)
    t.match(await response.json(), error, before)
  }
  const task = { title: 'A task', status: 'TODO', unknown: 'x'.repeat(100_000) }
  t.equal((await server.send('POST /api/v1/tasks', { json: task })).status, 201)
  t.equal((await server.stop()).code, 0)
})

longTest('process: a body of many small pieces takes little memory', async (t) => {
  const server = await startProcess(t, { env: { NODE_OPTIONS: `--max-old-space-size=${HEAP}` } })
  await server.send('POST /api/v1/tasks', { json: TASK })
  const json = JSON.stringify({ ...TASK, description: 'In many chunks', unknown: 'x'.repeat(100_000) })
  const chunks = Buffer.from(json.replace(/./g, '1\r\n$&\r\n').concat('0\r\n\r\n'))
  // The text of the delimiter is content, because it is not at the start of a line.
  const content = ` ${'--x'.repeat(MEBIBYTE / 3 - 1)}`
  const part = `--x\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\n\r\n${content}\r\n`
  const upload = Buffer.from(`${part.repeat(3)}--x--\r\n`)
  const requests: [head: string, body: Buffer][] = [
    ['POST /api/v1/tasks HTTP/1.1\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked', chunks],
    [
      `POST /api/v1/tasks/1/attachments HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${upload.length}`,
      upload,
    ],
  ]
  for (const [head, body] of requests) {
    const statuses = Array.from({ length: 3 }, () => {
      const client = connect(server.port, '127.0.0.1')
      t.teardown(() => client.destroy())
      client.write(`${head}\r\nHost: localhost\r\n\r\n`)
      client.write(body)
      return new Promise<string>((resolve, reject) => {
        client.once('error', reject).once('close', () => reject(new Error('The connection was closed')))
        client.once('readable', () => resolve(String(client.read(12))))
      })
    })
    t.ok((await Promise.all(statuses)).includes('HTTP/1.1 201'), head)
  }
  t.match((await server.send('GET /api/v1/tasks/2')).json, { description: 'In many chunks' })
  const [{ id }] = (await server.send('GET /api/v1/tasks/1')).json.attachments
  const { bytes } = await server.send(`GET /api/v1/tasks/1/attachments/${id}`)
  t.equal(bytes.toString(), content)
})

t.test('process: requests with many headers do not wait behind a stream (decision 65)', async (t) => {
  const server = await startProcess(t, { env: { NODE_OPTIONS: `--max-old-space-size=${HEAP}` } })
  const { id } = await createBoard(server)
  const headers = Array.from({ length: 2500 }, (_, index) => `${index.toString(36)}:\r\n`).join('')
  const waiting = `GET /livez HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`.repeat(99)
  const closed = Array.from({ length: 10 }, () => {
    const client = connect(server.port, '127.0.0.1').resume()
    t.teardown(() => client.destroy())
    client.on('error', () => {})
    client.write(`GET /b/${id}/events HTTP/1.1\r\nHost: localhost\r\n\r\n${waiting}`)
    return new Promise((resolve) => client.once('close', resolve))
  })
  await Promise.all(closed)
  t.equal((await server.send('GET /api/v1/tasks')).status, 200)
})
