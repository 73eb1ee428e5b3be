import { once } from 'node:events'
import type { Socket } from 'node:net'
import t from 'tap'
import { reserveFor } from '../../../src/http/json-body.js'
import { createBoard, startBoard, TASK } from '../../kit/board.js'
import { multipart, startService } from '../../kit/helper.js'
import { request, startListening } from '../../kit/raw-http.js'

t.test('a snapshot must not exceed the maximum size', async (t) => {
  const snapshotMax = 2_000_000
  const { asOwner, send } = await startBoard(t, { snapshotMax })
  const file = { fileName: 'a', content: Buffer.alloc(1_048_576) }
  await send('POST /api/v1/tasks', { json: TASK })
  await send('POST /api/v1/tasks/1/attachments', multipart([file]))
  const fits = await asOwner('GET /snapshot')
  t.equal(fits.status, 200)
  t.equal((await asOwner('PUT /snapshot', { json: fits.json })).status, 204, 'larger than other JSON bodies may be')
  await send('POST /api/v1/tasks/1/attachments', multipart([file]))
  const tooMuch = await asOwner('GET /snapshot')
  t.equal(tooMuch.status, 507)
  t.match(tooMuch.json.message, `${snapshotMax} bytes`)
  const tooLong = JSON.stringify({ ...fits.json, more: 'x'.repeat(700_000) })
  const put = (type: string) => asOwner('PUT /snapshot', { body: tooLong, headers: { 'content-type': type } })
  const { status, json } = await put('application/json')
  t.equal(status, 413)
  t.match(json.message, `${snapshotMax} bytes`)
  t.equal((await put('text/plain')).status, 415)
})

t.test('reads the rest of a snapshot that is too large, and then serves the connection', async (t) => {
  const service = await startListening(t, { snapshotMax: 100_000 })
  const { id, token } = await createBoard(service)
  const connection = await service.connect()
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` }
  connection.write(request(`PUT /boards/${id}/snapshot`, headers, 'x'.repeat(20_000_000)))
  t.equal((await connection.response())?.status, 413)
  connection.write(request(`GET /boards/${id}`, headers))
  t.equal((await connection.response())?.status, 200)
})

t.test('texts and the JSON around them count towards the size of a snapshot', async (t) => {
  const service = await startService(t, { snapshotMax: 5000 })
  const [withText, withTasks] = [await createBoard(service), await createBoard(service)]
  await withText.send('POST /api/v1/tasks', { json: TASK })
  for (let count = 0; count < 6; count++) {
    await withText.send('POST /api/v1/tasks/1/comments', { json: { text: 'x'.repeat(1000) } })
  }
  for (let count = 0; count < 20; count++) await withTasks.send('POST /api/v1/tasks', { json: TASK })
  for (const { asOwner } of [withText, withTasks]) t.equal((await asOwner('GET /snapshot')).status, 507)
})

t.test('concurrent uploads of large snapshots share a limited amount of memory', async (t) => {
  const snapshotMax = 2_000_000
  const service = await startListening(t, { snapshotMax })
  const { asOwner, token, id } = await createBoard(service)
  const { json } = await asOwner('GET /snapshot')
  const own = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const beginning = request(`PUT /boards/${id}/snapshot`, { ...own, 'Content-Length': `${snapshotMax}` }, '{')
  const load = () => asOwner('PUT /snapshot', { json: { ...json, unknown: 'x'.repeat(300_000) } })
  const sockets = new Set<Socket>()
  service.app.server.on('connection', (socket: Socket) => sockets.add(socket))
  const arrived = async (bytes: number) => {
    const sum = () => [...sockets].reduce((total, { bytesRead }) => total + bytesRead, 0)
    while (sum() < bytes) await new Promise(setImmediate)
  }

  const connections = await Promise.all([service.connect(), service.connect(), service.connect()])
  const received = once(service.app.server, 'request')
  for (const connection of connections) connection.write(beginning)
  await arrived(3 * beginning.length)
  t.equal((await load()).status, 204, 'a large Content-Length reserves no memory')

  for (const connection of connections.slice(1)) connection.write(Buffer.alloc(snapshotMax - 100_000, ' '))
  await arrived(3 * beginning.length + 2 * (snapshotMax - 100_000))
  const { status, headers, json: error } = await load()
  t.strictSame([status, headers['retry-after']], [503, '5'])
  t.match(error.message, 'There is not enough memory at the moment')
  for (const connection of connections) connection.destroy()
  while ((await load()).status !== 204) await new Promise(setImmediate)
  t.pass('a disconnect releases the memory')
  const [, response] = await received
  reserveFor(response, snapshotMax)(2 * snapshotMax)
  t.equal((await load()).status, 204, 'also if it is reserved later')
})

t.test('a snapshot of more than 1 MiB can arrive in chunks, without a length', async (t) => {
  const service = await startListening(t)
  const board = await createBoard(service)
  const { json } = await board.asOwner('GET /snapshot')
  const response = await fetch(`${service.origin}/boards/${board.id}/snapshot`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${board.token}` },
    body: new Blob([JSON.stringify({ ...json, unknown: 'x'.repeat(2_000_000) })]).stream(),
    duplex: 'half',
  } as RequestInit)
  t.equal(response.status, 204)
})
