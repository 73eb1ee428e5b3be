import type { Socket } from 'node:net'
import t from 'tap'
import { type Json, multipart, startService } from '../helper.js'
import { startListening } from '../raw-http.js'
import { makeBoard, TASK } from './board.js'

t.test('a snapshot loaded on another server gives the same board, and the same snapshot', async (t) => {
  const first = await startService(t)
  const source = await makeBoard(first, { fixture: 'demo' })
  const file = Buffer.from(Array.from({ length: 70_000 }, (_, index) => index % 256))
  await source.send('POST /api/v1/tasks/3/attachments', multipart([{ fileName: 'ä"b.bin', content: file }]))
  await source.send('DELETE /api/v1/tasks/20')
  await source.send('POST /api/v1/tasks/2/reorder', { json: { targetStatus: 'DONE', targetIndex: 0 } })
  await source.own('PUT /faults', { json: { seed: 9, script: [[], ['server-error']], disclose: true } })
  for (let n = 0; n < 3; n++) await source.send('GET /api/buggy/tasks', { unchecked: true })
  const snapshot = await source.own('GET /snapshot')
  t.equal(snapshot.status, 200)

  const second = await startService(t)
  second.clock.now += 1_000_000
  const target = await makeBoard(second, { fixture: 'demo' })
  const { token } = (
    await target.send('POST /api/v2/auth/login', { json: { username: 'user', password: 'user123' } })
  ).json
  const loaded = await target.own('PUT /snapshot', { json: snapshot.json })
  t.equal(loaded.status, 204)
  t.strictSame((await target.own('GET /snapshot')).json, snapshot.json)
  t.equal((await target.send('GET /api/v2/tasks', { token })).status, 403, 'sessions have ended')

  for (const path of [
    'tasks?size=100',
    'tasks/summary',
    'tasks/3',
    'tasks?search=shop&sort=title',
    'tasks?status=DONE&sort=sortOrder',
  ]) {
    const [there, here] = await Promise.all([target, source].map(({ send }) => send(`GET /api/v1/${path}`)))
    t.strictSame(there?.json, here?.json, path)
  }
  const { attachments } = (await source.send('GET /api/v1/tasks/3')).json
  const download = await target.send(`GET /api/v1/tasks/3/attachments/${attachments.at(-1).id}`)
  t.ok(download.bytes.equals(file))
  const [there, here] = await Promise.all(
    [target, source].map(({ send }) => send('POST /api/v1/tasks', { json: TASK })),
  )
  t.equal(here?.json.id, 21)
  t.match(there?.json, { id: 21, sortOrder: here?.json.sortOrder }, 'ids go on where they were')
  t.match((await target.own('GET /faults')).json, { seed: 9, ordinal: 3, disclose: true })
})

t.test('a board without anything has a snapshot too', async (t) => {
  const service = await startService(t)
  const { own, send } = await makeBoard(service)
  const { json } = await own('GET /snapshot')
  t.match(json, { version: 1, lastIds: { task: 0, checklistItem: 0, comment: 0, attachment: 0 }, tasks: [] })
  await send('POST /api/v1/tasks', { json: TASK })
  t.equal((await own('PUT /snapshot', { json })).status, 204)
  t.equal((await send('POST /api/v1/tasks', { json: TASK })).json.id, 1)
})

t.test('what no board could hold is refused, and the board stays as it is', async (t) => {
  const service = await startService(t)
  const { own } = await makeBoard(service, { fixture: 'demo' })
  const { json: right } = await own('GET /snapshot')
  const withFile = right.tasks.findIndex((task: Json) => task.attachments.length > 0)
  const withItems = right.tasks.findIndex((task: Json) => task.checklistItems.length > 1)
  const file = `tasks[${withFile}].attachments[0]`
  const edits: [edit: (snapshot: Json) => void, field: string][] = [
    [(s) => delete s.version, 'version'],
    [(s) => (s.version = 2), 'version'],
    [(s) => delete s.tasks, 'tasks'],
    [(s) => (s.tasks[0].title = ''), 'tasks[0].title'],
    [(s) => (s.tasks[0].status = 'OTHER'), 'tasks[0].status'],
    [(s) => (s.tasks[0].createdAt = '2026-03-02T08:30:00+01:00'), 'tasks[0].createdAt'],
    [(s) => (s.tasks[0].createdAt = '2026-13-02T08:30:00Z'), 'tasks[0].createdAt'],
    [(s) => (s.tasks[0].description = 'a\0b'), 'tasks[0].description'],
    [(s) => (s.tasks[0].sortOrder = 99), 'tasks'],
    [(s) => (s.tasks[1].id = s.tasks[0].id), 'tasks[1].id'],
    [(s) => (s.lastIds.task = 5), 'tasks[19].id'],
    [(s) => (s.lastIds.comment = Number.MAX_SAFE_INTEGER), 'lastIds.comment'],
    [(s) => (s.faults.ordinal = Number.MAX_SAFE_INTEGER), 'faults.ordinal'],
    [(s) => (s.tasks[0].updatedAt = '2016-12-31T23:59:60Z'), 'tasks[0].updatedAt'],
    [
      (s) => (s.tasks[withItems].checklistItems[1].id = s.tasks[withItems].checklistItems[0].id),
      `tasks[${withItems}].checklistItems[1].id`,
    ],
    [(s) => (s.tasks[withFile].attachments[0].data = 'no base 64!'), `${file}.data`],
    [
      (s) => (s.tasks[withFile].attachments[0].data = Buffer.alloc(1_048_577).toString('base64')),
      `${file}.data`,
    ],
    [(s) => (s.tasks[withFile].attachments[0].contentType = 'text/html\r\nX-Evil: 1'), `${file}.contentType`],
    [(s) => (s.tasks[withFile].attachments[0].fileName = ''), `${file}.fileName`],
    [
      (s) => (s.tasks[withFile].attachments[0].contentType = `text/${'x'.repeat(1020)}`),
      `${file}.contentType`,
    ],
    [(s) => (s.tasks[withFile].attachments[0].fileName = '../passwd'), `${file}.fileName`],
    [(s) => (s.tasks[withFile].attachments[0].fileName = '..'), `${file}.fileName`],
    [(s) => (s.faults.seed = -1), 'faults.seed'],
    [(s) => (s.faults.settings = { delay: [5, 1] }), 'faults.settings.delay'],
    [(s) => (s.faults.settings = { profile: 'wild' }), 'faults.settings.profile'],
  ]
  for (const [edit, field] of edits) {
    const snapshot = structuredClone(right)
    edit(snapshot)
    const { status, json } = await own('PUT /snapshot', { json: snapshot })
    t.equal(status, 400, field)
    t.ok(Object.keys(json.errors ?? {}).includes(field), `${field} in ${Object.keys(json.errors ?? {})}`)
  }
  t.strictSame((await own('GET /snapshot')).json, right)
})

t.test('a snapshot is as large as it may be', async (t) => {
  const snapshotMax = 2_000_000
  const service = await startService(t, { boards: { snapshotMax } })
  const { own, send } = await makeBoard(service)
  const file = { fileName: 'a', content: Buffer.alloc(1_048_576) }
  await send('POST /api/v1/tasks', { json: TASK })
  await send('POST /api/v1/tasks/1/attachments', multipart([file]))
  const fits = await own('GET /snapshot')
  t.equal(fits.status, 200)
  t.equal((await own('PUT /snapshot', { json: fits.json })).status, 204, 'more than any other JSON body')
  await send('POST /api/v1/tasks/1/attachments', multipart([file]))
  const tooMuch = await own('GET /snapshot')
  t.equal(tooMuch.status, 507)
  t.match(tooMuch.json.message, `${snapshotMax} bytes`)
  const { status, json } = await own('PUT /snapshot', { json: { ...fits.json, more: 'x'.repeat(700_000) } })
  t.equal(status, 413)
  t.match(json.message, `${snapshotMax} bytes`)
})

t.test('texts count for the size of a snapshot too', async (t) => {
  const service = await startService(t, { boards: { snapshotMax: 100_000 } })
  const { own, send } = await makeBoard(service)
  await send('POST /api/v1/tasks', { json: TASK })
  for (let count = 0; count < 101; count++) {
    await send('POST /api/v1/tasks/1/comments', { json: { text: 'x'.repeat(1000) } })
  }
  t.equal((await own('GET /snapshot')).status, 507)
})

t.test('so does all that JSON writes around them', async (t) => {
  const service = await startService(t, { boards: { snapshotMax: 5000 } })
  const { own, send } = await makeBoard(service)
  for (let count = 0; count < 20; count++) await send('POST /api/v1/tasks', { json: TASK })
  t.equal((await own('GET /snapshot')).status, 507)
})

t.test('large snapshots share the memory that there is for them', async (t) => {
  const snapshotMax = 2_000_000
  const service = await startListening(t, { boards: { snapshotMax } })
  const { own, token, id } = await makeBoard(service)
  const { json } = await own('GET /snapshot')
  const begun = [
    `PUT /boards/${id}/snapshot HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    `Content-Length: ${snapshotMax}`,
    '',
    '{',
  ].join('\r\n')
  const load = () => own('PUT /snapshot', { json })
  const sockets = new Set<Socket>()
  service.app.server.on('connection', (socket: Socket) => sockets.add(socket))
  const arrived = async (bytes: number) => {
    const sum = () => [...sockets].reduce((total, { bytesRead }) => total + bytesRead, 0)
    while (sum() < bytes) await new Promise(setImmediate)
  }

  const connections = await Promise.all([service.connect(), service.connect(), service.connect()])
  for (const connection of connections) connection.write(begun)
  await arrived(3 * begun.length)
  t.equal((await load()).status, 204, 'who has announced much and sent little keeps nobody out')

  for (const connection of connections.slice(1)) connection.write(Buffer.alloc(snapshotMax - 2, ' '))
  await arrived(3 * begun.length + 2 * (snapshotMax - 2))
  const { status, headers, json: refused } = await load()
  t.equal(status, 503)
  t.equal(headers['retry-after'], '5')
  t.match(refused.message, 'There is not enough memory at the moment')
  for (const connection of connections) connection.destroy()
  while ((await load()).status !== 204) await new Promise(setImmediate)
  t.pass('who hangs up gives back what was kept for it')
})
