import { once } from 'node:events'
import { connect } from 'node:net'
import t from 'tap'
import { startProcess } from '../process.js'
import { ADMIN_TOKEN, createBoard, TASK } from './board.js'

t.test('process: the log contains no board id and no token', async (t) => {
  const server = await startProcess(t, { env: { LOG_LEVEL: 'trace', ADMIN_TOKEN } })
  const { id, token, send, asOwner } = await createBoard(server, { fixture: 'demo' })
  await asOwner('PUT /faults', { json: { script: [['server-error']], seed: 1 } })
  for (const request of ['GET /api/v1/tasks/999', 'GET /api/buggy/tasks', 'GET /docs', 'GET /boards', 'GET /b/x']) {
    await send(request)
  }
  await send('POST /api/v1/tasks', { json: TASK })
  await asOwner('GET /requests')
  for (const target of [
    `/%62oards/${id}`,
    `/b%2F${id}`,
    `/?url=%2Fb%2F${id}&access_token=${token}`,
    `http://user:${token}@localhost/b/${id}/api/v1/tasks`,
  ]) {
    const socket = connect(server.port, '127.0.0.1')
    socket.end(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
    await once(socket.resume(), 'close')
  }
  await asOwner('DELETE ')
  await send('GET /api/v1/tasks')
  const { stdout, code } = await server.stop()
  t.equal(code, 0)
  for (const path of ['/boards/…/requests', '/api/v1/tasks', '/%62oards/…', '/b%2F…']) {
    t.ok(stdout.includes(`"${path}"`), `${path} is in the log`)
  }
  for (const secret of [id, token, ADMIN_TOKEN]) t.notOk(stdout.includes(secret))
})

t.test('process: on a public address only the administrator creates boards and reads metrics', async (t) => {
  const server = await startProcess(t, { env: { HOST: '0.0.0.0', ADMIN_TOKEN, BOARDS_PER_HOUR: '1' } })
  for (const request of ['POST /boards', 'GET /boards', 'GET /metrics']) {
    t.equal((await server.send(request)).status, 401, request)
    t.equal((await server.send(request, { token: ADMIN_TOKEN })).status, request === 'POST /boards' ? 201 : 200)
  }
  const { status } = await server.send('POST /boards', { token: ADMIN_TOKEN, json: { count: 3 } })
  t.equal(status, 201, 'the limit per hour does not apply to the administrator')
})

t.test('process: BOARDS=open lets everyone create boards, within the limits per board and per hour', async (t) => {
  const env = { HOST: '0.0.0.0', BOARDS: 'open', BOARDS_PER_HOUR: '2', BOARD_TASKS: '1' }
  const server = await startProcess(t, { env })
  const { send } = await createBoard(server)
  t.equal((await send('POST /api/v1/tasks', { json: TASK })).status, 201)
  t.equal((await send('POST /api/v1/tasks', { json: TASK })).status, 507)
  t.equal((await server.send('POST /boards')).status, 201)
  t.equal((await server.send('POST /boards')).status, 429)
  t.equal((await server.send('GET /metrics')).status, 401)
})
