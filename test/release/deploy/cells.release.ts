import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import t from 'tap'
import { startProcess } from '../../kit/process.js'
import { findFreePort } from '../../postgres/server.js'
import { writeModules } from '../suite/target.js'
import { startNginx } from './nginx.js'

/** Starts two cells behind the front; returns a function that sends a request. */
async function startCells(t: Parameters<typeof startNginx>[0]) {
  await writeModules(t)
  const port = await findFreePort()
  const front = `boards.localhost:${port}`
  const start = (cell: string) =>
    startProcess(t, {
      env: { TRUST_PROXY: 'true', BOARDS: 'open', BOARDS_ONLY: 'true', PUBLIC_URL: `http://${cell}.${front}` },
    })
  const cells = [await start('cell-a'), await start('cell-b')] as const
  await startNginx(t, cells[0].port, { cells: [cells[0].port, cells[1].port], port })
  const send = async (method: string, url: string, json?: object) => {
    const headers = { 'content-type': 'application/json' }
    const body = json === undefined ? {} : { headers, body: JSON.stringify(json) }
    const response = await fetch(url, { method, redirect: 'manual', ...body })
    t.equal(response.headers.get('strict-transport-security') !== null, new URL(url).host === front, url)
    const [location, retryAfter] = ['location', 'retry-after'].map((name) => response.headers.get(name))
    return { status: response.status, location, retryAfter, text: await response.text() }
  }
  return { cells, front, send }
}

t.test('the front creates boards and classes on the cells in turn, and their hosts serve them', async (t) => {
  const { cells, front, send } = await startCells(t)
  const hosts = new Map<string, number>()
  for (const [path, body] of Object.entries({ boards: {}, classes: { name: 'A class', count: 2 } })) {
    for (let count = 0; count < 4; count++) {
      const { status, text } = await send('POST', `http://${front}/${path}`, body)
      t.equal(status, 201)
      const created = JSON.parse(text)
      const { baseUrl } = path === 'boards' ? created : created.boards[0]
      const { host } = new URL(baseUrl)
      hosts.set(host, (hosts.get(host) ?? 0) + 1)
      t.equal((await send('GET', `${baseUrl}/api/v1/tasks`)).status, 200, 'its own cell has it')
      const other = baseUrl.replace(/cell-./, (cell: string) => (cell === 'cell-a' ? 'cell-b' : 'cell-a'))
      t.equal((await send('GET', `${other}/api/v1/tasks`)).status, 404, 'the other cell does not')
    }
  }
  t.strictSame([...hosts].sort(), [
    [`cell-a.${front}`, 4],
    [`cell-b.${front}`, 4],
  ])

  for (const path of ['/', '/class', '/?code=K7M2-9QXP']) {
    const { status, location } = await send('GET', `http://${front}${path}`)
    t.equal(status, 302)
    // The client keeps its scheme, also if TLS ends in front of nginx.
    t.match(location, new RegExp(`^//cell-[ab]\\.${front}\\${path.replace('?', '\\?')}$`))
  }
  for (const [method, path] of [
    ['GET', '/boards'],
    ['GET', '/api/v1/tasks'],
    ['POST', '/boards/x'],
  ] as const) {
    const { status, text } = await send(method, `http://${front}${path}`)
    t.equal(status, 404)
    t.match(JSON.parse(text), { status: 404, message: /only creates boards and classes/ })
  }

  await cells[1].stop()
  for (let count = 0; count < 4; count++) {
    const { status, text } = await send('POST', `http://${front}/boards`, {})
    t.equal(status, 201, 'the front leaves out a cell that is stopped')
    t.equal(new URL(JSON.parse(text).baseUrl).host, `cell-a.${front}`)
  }
  const { status } = await send('GET', `http://cell-b.${front}/livez`)
  t.equal(status, 503, 'its host has no other service')
  await cells[0].stop()
  const down = await send('POST', `http://${front}/boards`, {})
  t.match([down.status, down.retryAfter, JSON.parse(down.text).status], [503, '1', 503])
})

t.test('the front says that a cell may have processed a request whose response was lost', async (t) => {
  const cell = createServer((socket) => socket.once('data', () => socket.destroy())).listen(0, '127.0.0.1')
  t.teardown(() => cell.close())
  await once(cell, 'listening')
  const { port } = cell.address() as AddressInfo
  const own = await findFreePort()
  await startNginx(t, port, { cells: [port, port], port: own })
  const response = await fetch(`http://boards.localhost:${own}/boards`, { method: 'POST' })
  t.match([response.status, response.headers.get('retry-after')], [503, null])
  t.match(await response.json(), { status: 503, message: /may have processed the request/ })
})
