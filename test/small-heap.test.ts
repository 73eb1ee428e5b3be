import t from 'tap'
import { createBoard } from './boards/board.js'
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
