import t from 'tap'
import { createBoard, startBoard, TASK } from '../../kit/board.js'
import { startListening } from '../../kit/raw-http.js'

t.test('hostUrl has the scheme and the port of PUBLIC_URL, and the host of BOARD_HOST', async (t) => {
  for (const [publicUrl, boardHost, origin] of [
    ['https://example.org', 'boards.example.org', (id: string) => `https://${id}.boards.example.org`],
    ['https://tasks.example.org:8443/x', 'example.org', (id: string) => `https://${id}.example.org:8443`],
    [undefined, 'board.test', (id: string) => `http://${id}.board.test`],
    ['https://example.org', undefined, () => null],
  ] as const) {
    const { service, created, id } = await startBoard(t, { publicUrl, boardHost })
    t.equal(created.hostUrl, origin(id))
    if (boardHost === undefined) continue
    const headers = { host: `${id}.${boardHost}` }
    const { json } = await service.send('GET /openapi.json', { headers })
    t.strictSame(json.servers, [{ url: `${created.hostUrl}/api/v1` }])
    const toPublicUrl = { host: publicUrl === undefined ? boardHost : new URL(publicUrl).host }
    t.equal((await service.send('GET /api/v1/tasks', { headers: toPublicUrl })).status, 200)
  }
})

t.test('without BOARD_HOST, no host is the host of a board', async (t) => {
  const { service, id, created } = await startBoard(t, { boardHost: undefined })
  t.equal(created.hostUrl, null)
  await service.createTask()
  const { json } = await service.send('GET /api/v1/tasks', { headers: { host: `${id}.localhost` } })
  t.equal(json.totalElements, 1)
})

t.test('a forwarded host names a board only if the proxy is trusted', async (t) => {
  for (const trustProxy of [true, false]) {
    const { service, ...board } = await startBoard(t, { trustProxy, isLocal: false })
    await board.send('POST /api/v1/tasks', { json: TASK })
    const forwarded = { 'x-forwarded-host': `${board.id}.localhost`, host: 'board-1:3000' }
    const { json } = await service.send('GET /api/v1/tasks', { headers: forwarded, unchecked: true })
    t.equal(json.totalElements, trustProxy ? 1 : 0)
    const away = { 'x-forwarded-host': 'board-1:3000', host: `${board.id}.localhost` }
    t.equal((await service.send('GET /api/v1/tasks', { headers: away })).json.totalElements, trustProxy ? 0 : 1)
  }
})

t.test('the host in an absolute request target names the board, not the Host header', async (t) => {
  const service = await startListening(t, { trustProxy: true })
  const board = await createBoard(service)
  await board.send('POST /api/v1/tasks', { json: TASK })
  for (const [target, lines, total] of [
    [`http://user@${board.id}.localhost/api/v1/tasks`, 'HTTP/1.1\r\nHost: localhost', 1],
    ['http://localhost/api/v1/tasks', `HTTP/1.1\r\nHost: ${board.id}.localhost`, 0],
    ['http://localhost/api/v1/tasks', `HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-Host: ${board.id}.localhost`, 1],
    ['/api/v1/tasks', `HTTP/1.0\r\nHost: ${board.id}.localhost`, 1],
    ['/api/v1/tasks', 'HTTP/1.0', 0],
  ] as const) {
    const { json } = await service.exchange(`GET ${target} ${lines}\r\nConnection: close\r\n\r\n`)
    t.equal(json.totalElements, total, `${target} ${lines}`)
  }
})
