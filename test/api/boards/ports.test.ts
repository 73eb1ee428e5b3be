import { once } from 'node:events'
import { connect } from 'node:net'
import t, { type Test } from 'tap'
import { createBoard, TASK } from '../../kit/board.js'
import { ownStore, readReply } from '../../kit/helper.js'
import { exchangeText, startListening } from '../../kit/raw-http.js'

/** Starts the service with a board that has one task, and a port of its own. */
async function start(t: Test, options: Parameters<typeof startListening>[1] = {}) {
  const service = await startListening(t, { ...(await ownStore()), ...options })
  const board = await createBoard(service)
  const port = await service.app.listenAlso('127.0.0.1', 0, board.id)
  const origin = `http://127.0.0.1:${port}`
  async function atPort(request: string, json?: object, host?: string) {
    const [method = '', path = ''] = request.split(' ')
    const headers = { 'content-type': 'application/json', ...(host && { host }) }
    const reply = await readReply(
      await fetch(origin + path, { method, ...(json && { headers, body: JSON.stringify(json) }) }),
    )
    t.strictSame(service.breachesOf(method, `/b/x${path}`, reply), [], request)
    return reply
  }
  t.equal((await atPort('POST /api/v1/tasks', TASK)).headers.location, '/api/v1/tasks/1')
  return { service, board, port, origin, atPort }
}

t.test('the port of a board has the content of the board (decision 70)', async (t) => {
  const { service, board, atPort } = await start(t)
  t.strictSame((await atPort('GET /api/v1/tasks')).json, (await board.send('GET /api/v1/tasks')).json)
  t.match((await service.send('GET /api/v1/tasks')).json, { totalElements: 0 })
  t.match((await atPort('GET /api/v1/tasks/99')).json, { path: '/api/v1/tasks/99' })
  const { content } = (await board.asOwner('GET /requests')).json
  t.match(content.at(-1), { method: 'POST', path: '/api/v1/tasks', status: 201 })
  t.equal((await atPort('DELETE /api/v1/tasks')).status, 204)
  t.match((await board.send('GET /api/v1/tasks')).json, { totalElements: 0 })
})

t.test('documents name the port of the board, whatever PUBLIC_URL is', async (t) => {
  const { origin, atPort } = await start(t, { publicUrl: 'https://tasks.example.org' })
  t.strictSame((await atPort('GET /openapi.json')).json.servers, [{ url: `${origin}/api/v1` }])
  t.strictSame((await atPort('GET /api/v2/openapi.json')).json.servers, [{ url: `${origin}/api/v2` }])
})

t.test('the paths of the server and of other boards do not exist at the port of a board (decision 71)', async (t) => {
  const { service, board, atPort } = await start(t)
  const other = await createBoard(service)
  for (const path of ['/boards', '/metrics', `/b/${other.id}/api/v1/tasks`, `/b/${board.id}/api/v1/tasks`]) {
    const { status, json } = await atPort(`DELETE ${path}`)
    t.equal(status, 404, path)
    t.match(json, { message: 'Path not found', path })
  }
})

t.test('the host of a board does not exist at the port of a board (decision 71)', async (t) => {
  const { service, board, port } = await start(t)
  const other = await createBoard(service)
  for (const { id } of [board, other]) {
    const text = `GET /api/v1/tasks HTTP/1.1\r\nHost: ${id}.localhost:${port}\r\nConnection: close\r\n\r\n`
    t.match(await exchangeText(port, text), /^HTTP\/1\.1 404 .*"message":"Board not found"/s)
  }
})

t.test('malformed HTTP at the port of a board gets an error body', async (t) => {
  const { port } = await start(t)
  t.match(await exchangeText(port, 'GET\r\n\r\n'), /^HTTP\/1\.1 400 .*"message":"Request is not valid HTTP"/s)
})

t.test('the port of a deleted board returns 404', async (t) => {
  const { board, atPort } = await start(t)
  await board.asOwner('DELETE ')
  t.match(await atPort('GET /api/v1/tasks'), { status: 404, json: { message: 'Board not found' } })
})

t.test('the service stops although clients are still connected to the port of a board', async (t) => {
  const { service, port } = await start(t)
  const [idle, silent] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')]
  idle.write('GET /api/v1/tasks HTTP/1.1\r\nHost: a\r\n\r\n')
  await once(idle, 'data')
  const closed = Promise.all([once(idle.resume(), 'close'), once(silent.resume(), 'close')])
  await service.app.close()
  await closed
  const late = connect(port, '127.0.0.1')
  t.match(await once(late, 'error'), [{ code: 'ECONNREFUSED' }])
})
