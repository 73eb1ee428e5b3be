import { connect } from 'node:net'
import t from 'tap'
import { createBoard, TASK } from './boards/board.js'
import type { Json } from './helper.js'
import { startProcess } from './process.js'

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

const SNAPSHOTS: [before: string, item: string, after: string, errors: object][] = [
  ['{"tasks":[', '{}', ']}', { version: /is required/ }],
  ['{"version":1,"tasks":[', '1', ']}', { lastIds: /must be/ }],
  ['{"version":1,"tasks":[],"unknown":[', '{}', ']}', { lastIds: /must be/ }],
  ['{"version":1,"tasks":[{"comments":[', '[]', ']}]}', { lastIds: /must be/ }],
  ['[', '{}', ']', { body: /must be a JSON object/ }],
]

t.test('process: refuses hostile snapshots with a small heap, and continues', async (t) => {
  const server = await startProcess(t, { env: { NODE_OPTIONS: `--max-old-space-size=${HEAP}` } })
  const { id, token } = await createBoard(server)
  const path = `/boards/${id}/snapshot`
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  for (const [before, item, after, errors] of SNAPSHOTS) {
    const body = fill(before, item, after, 16 * MEBIBYTE)
    const response = await fetch(server.base + path, { method: 'PUT', headers, body })
    t.equal(response.status, 400, before)
    t.match(await response.json(), { message: 'Validation failed', errors }, before)
  }
  const task = { title: 'A task', status: 'TODO', unknown: 'x'.repeat(100_000) }
  t.equal((await server.send('POST /api/v1/tasks', { json: task })).status, 201)
  t.equal((await server.stop()).code, 0)
})

t.test('process: continues while many clients request a large task and do not read it (decision 79)', async (t) => {
  const server = await startProcess(t, { env: { NODE_OPTIONS: `--max-old-space-size=${2 * HEAP}` } })
  const board = await createBoard(server)
  await board.send('POST /api/v1/tasks', { json: TASK })
  await board.send('POST /api/v1/tasks/1/comments', { json: { text: 'x'.repeat(1000) } })
  const { tasks, lastIds, ...rest } = (await board.asOwner('GET /snapshot')).json
  const [task] = tasks
  const comments = Array.from({ length: 10_000 }, (_, index): Json => ({ ...task.comments[0], id: index + 1 }))
  const json = { ...rest, lastIds: { ...lastIds, comment: comments.length }, tasks: [{ ...task, comments }] }
  t.equal((await board.asOwner('PUT /snapshot', { json })).status, 204)

  const responses = Array.from({ length: 60 }, () => {
    const client = connect(server.port, '127.0.0.1')
    t.teardown(() => client.destroy())
    client.write(`GET /b/${board.id}/api/v1/tasks/1 HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    return new Promise<string>((resolve, reject) => {
      client.once('error', reject)
      client.once('readable', () => resolve(String(client.read(12))))
    })
  })
  t.strictSame(new Set(await Promise.all(responses)), new Set(['HTTP/1.1 200', 'HTTP/1.1 503']))
  t.equal((await server.send('GET /api/v1/tasks')).status, 200)
})
