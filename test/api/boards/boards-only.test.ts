import t from 'tap'
import { ADMIN_TOKEN, startBoard, TASK } from '../../kit/board.js'
import { startService } from '../../kit/helper.js'

t.test('BOARDS_ONLY refuses the operations of the default board (decision 72)', async (t) => {
  const { service, id, send } = await startBoard(t, { boardsOnly: true })
  const message =
    'This server has only private boards. The base URL of a board has the form http://localhost:80/b/<id> or http://<id>.localhost'
  for (const request of [
    'GET /api/v1/tasks',
    'DELETE /api/v1/tasks',
    'POST /api/v2/auth/login',
    'GET /api/v2/tasks',
    'GET /api/buggy/tasks/1',
    'PATCH /api/v1/tasks',
    'GET /%61pi/v1/tasks',
    'GET /api/v1/nothing',
    'GET /api/nothing',
    'GET /board',
    'GET /board/',
    'GET /api/v1/tasks/openapi.json',
  ]) {
    const { status, json } = await service.send(request, { unchecked: true })
    t.equal(status, 404, request)
    t.equal(json.message, message, request)
    t.equal(json.path, request.split(' ')[1])
  }
  t.equal((await send('POST /api/v1/tasks', { json: TASK })).status, 201)
  const headers = { host: `${id}.localhost` }
  t.equal((await service.send('GET /api/v1/tasks/1', { headers })).status, 200)
  t.equal((await send('GET /api/v1/nothing')).json.message, 'Path not found')
})

t.test('BOARDS_ONLY leaves documents, documentation, health checks and the management API', async (t) => {
  const service = await startService(t, { boardsOnly: true, adminToken: ADMIN_TOKEN })
  for (const path of [
    '/docs',
    '/openapi.json',
    '/api/v1/openapi.json',
    '/api/buggy/openapi.yaml',
    '/api/v1/openapi-3.1.json',
    '/api/v2/openapi-3.1.yaml',
    '/control/openapi.json',
    '/livez',
    '/readyz',
    '/version',
    '/boards',
    '/boards/default',
  ]) {
    t.equal((await service.send(`GET ${path}`, { token: ADMIN_TOKEN })).status, 200, path)
  }
  t.match((await service.send('GET /nothing')).json.message, 'Path not found')
  t.notOk('board' in (await service.send('GET /')).json, 'there is no default board')
})

t.test('the message of BOARDS_ONLY has the URL of the server and no host that boards do not have', async (t) => {
  const { send } = await startService(t, {
    publicUrl: 'https://tasks.example.org',
    boardsOnly: true,
    boardHost: undefined,
  })
  t.match(
    (await send('GET /api/v1/tasks', { unchecked: true })).json.message,
    /the form https:\/\/tasks\.example\.org\/b\/<id>$/,
  )
})
