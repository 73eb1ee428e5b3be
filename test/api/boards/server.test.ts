import { once } from 'node:events'
import { connect } from 'node:net'
import t from 'tap'
import { toTimestamp } from '../../../src/contract/time.js'
import { openStore } from '../../../src/rooms/open-store.js'
import { ADMIN_TOKEN, createBoard, TASK } from '../../kit/board.js'
import { lastingDatabase } from '../../kit/database.js'
import type { Json } from '../../kit/helper.js'
import { startProcess } from '../../kit/process.js'
import { newBoard } from '../../rooms/store/contract/shared.js'

/** A joining code, which is in the query of join links. */
const CODE = 'K7M2-9QXP'

/** A value of parameters with names of secrets. */
const VALUE = 'hidden-4711'
const SECRET_PARAMETERS = [
  ...['token', 'password', 'refreshToken', 'ownerToken', 'trainerSecret', 'api_key', 'apikey', 'pwd', 'secret', 'jwt'],
  ...[
    'Authorization',
    'key',
    'auth',
    'pass',
    'personalCode',
    'TOKEN',
    't%6Fken',
    'a=b&password',
    'a;token',
    'filter[token]',
  ],
]

const NO_CREATORS =
  'No client can create private boards: set ADMIN_TOKEN to let the administrator create them, or BOARDS=open to let everyone'

t.test('process: the log contains no board id, no token and no joining code', async (t) => {
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
    `http://${id}.localhost/api/v1/tasks`,
    `/x${id}`,
    `/?code=${CODE}`,
    `/?code=a;${VALUE}`,
    `/?token=a?a;${VALUE}`,
    ...SECRET_PARAMETERS.map((name) => `/api/v2/tasks?${name}=${VALUE}`),
    `/api/v2/tasks;token=${VALUE}`,
    `/docs?next=${encodeURIComponent(`/b/x?token=${VALUE}&password=${VALUE}`)}`,
  ]) {
    for (const host of [
      ...['localhost', `${id}.localhost`, `${id.toUpperCase()}.localhost:${server.port}`],
      ...[`${id}1.localhost`, `x${id}.localhost`, `${id.slice(1)}.localhost`, `user:${VALUE}@localhost`],
    ]) {
      const socket = connect(server.port, '127.0.0.1')
      socket.end(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
      await once(socket.resume(), 'close')
    }
  }
  await asOwner('DELETE ')
  await send('GET /api/v1/tasks')
  const { stdout, code } = await server.stop()
  t.equal(code, 0)
  for (const path of ['/boards/…/requests', '/api/v1/tasks', '/%62oards/…', '/b%2F…']) {
    t.ok(stdout.includes(`"${path}"`), `${path} is in the log`)
  }
  t.match(stdout, '"host":"….localhost"')
  for (const secret of [id.slice(1), token, CODE, ADMIN_TOKEN, VALUE])
    t.notOk(stdout.toLowerCase().includes(secret.toLowerCase()), secret)
})

t.test('process: BOARD_PORT serves a board at the root of a loopback port', async (t) => {
  const DATABASE_URL = await lastingDatabase(t)
  const id = 'a'.repeat(26)
  const store = await openStore(DATABASE_URL)
  await store.createBoards([newBoard(id)], 1, toTimestamp(Date.now()))
  await store.close()
  const env = { DATABASE_URL, HOST: '0.0.0.0' }
  const server = await startProcess(t, {
    isCovered: true,
    env,
    args: ['--board-port', `${id}=0`, `--board-port=${id}=0`],
  })
  const isBoard = ({ msg }: Json) => /^Board: /.test(msg)
  const { msg } = await server.waitForLog(isBoard)
  const base = msg.replace('Board: ', '')
  t.match(base, /^http:\/\/127\.0\.0\.1:\d+$/)
  const headers = { 'content-type': 'application/json' }
  const created = await fetch(`${base}/api/v1/tasks`, { method: 'POST', headers, body: JSON.stringify(TASK) })
  t.equal(created.status, 201)
  t.equal((await server.send(`GET /b/${id}/api/v1/tasks/1`)).status, 200)
  t.equal((await server.send('GET /api/v1/tasks/1')).status, 404)
  const { code, stdout } = await server.stop()
  t.equal(code, 0)
  t.equal(stdout.split('\n').filter((line) => line !== '' && isBoard(JSON.parse(line))).length, 2)
  t.notOk(stdout.includes(id))
})

t.test('process: on a public address only the administrator creates boards and reads metrics', async (t) => {
  const server = await startProcess(t, { env: { HOST: '0.0.0.0', ADMIN_TOKEN, BOARDS_PER_HOUR: '1' } })
  for (const request of ['POST /boards', 'GET /boards', 'GET /metrics']) {
    t.equal((await server.send(request)).status, 401, request)
    t.equal((await server.send(request, { token: ADMIN_TOKEN })).status, request === 'POST /boards' ? 201 : 200)
  }
  t.notOk(server.lines.some((line) => line.includes(NO_CREATORS)))
  const { status } = await server.send('POST /boards/batch', { token: ADMIN_TOKEN, json: { count: 3 } })
  t.equal(status, 201, 'the limit per hour does not apply to the administrator')
})

t.test('process: warns at the start if no client can create boards, and of settings that were removed', async (t) => {
  const server = await startProcess(t, {
    isCovered: true,
    env: { TRUST_PROXY: 'true', CACHE_SIZE: '0' },
    args: ['--snapshot-max=5'],
  })
  t.equal((await server.send('POST /boards')).status, 401)
  t.match(await server.waitForLog(({ msg }) => msg === NO_CREATORS), { level: 40 })
  t.match(await server.waitForLog(({ msg }) => /no effect: CACHE_SIZE, SNAPSHOT_MAX$/.test(msg)), { level: 40 })
  await server.stop()
})
