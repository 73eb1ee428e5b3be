import { request } from 'node:http'
import t from 'tap'
import { startProcess } from '../process.js'
import { startNginx } from './nginx.js'

const FRONT = 'boards.example.org'

/** Starts two cells behind the front; returns a function that sends a request to a host. */
async function startCells(t: Parameters<typeof startNginx>[0]) {
  const start = (cell: string) =>
    startProcess(t, {
      env: { TRUST_PROXY: 'true', BOARDS: 'open', BOARDS_ONLY: 'true', PUBLIC_URL: `http://${cell}.${FRONT}` },
    })
  const cells = [await start('cell-a'), await start('cell-b')] as const
  const { base } = await startNginx(t, cells[0].port, { cells: [cells[0].port, cells[1].port] })
  const send = (method: string, url: string, json?: object) =>
    new Promise<{ status: number | undefined; location: string | undefined; text: string }>((resolve, reject) => {
      const { host, pathname, search } = new URL(url)
      const headers = { host, ...(json && { 'content-type': 'application/json' }) }
      const sent = request(base + pathname + search, { method, headers }, (response) => {
        let text = ''
        response.on('data', (chunk) => {
          text += chunk
        })
        response.once('end', () => resolve({ status: response.statusCode, location: response.headers.location, text }))
      })
      sent.once('error', reject)
      sent.end(json && JSON.stringify(json))
    })
  return { cells, send }
}

t.test('the front creates boards and classes on the cells in turn, and their hosts serve them', async (t) => {
  const { cells, send } = await startCells(t)
  const hosts = new Map<string, number>()
  for (const [path, body] of [
    ['boards', {}],
    ['classes', { name: 'A class', count: 2 }],
  ] as const) {
    for (let count = 0; count < 4; count++) {
      const { status, text } = await send('POST', `http://${FRONT}/${path}`, body)
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
    [`cell-a.${FRONT}`, 4],
    [`cell-b.${FRONT}`, 4],
  ])

  for (const path of ['/', '/class', '/?code=K7M2-9QXP']) {
    const { status, location } = await send('GET', `http://${FRONT}${path}`)
    t.equal(status, 302)
    t.match(location, new RegExp(`^http://cell-[ab]\\.${FRONT}\\${path.replace('?', '\\?')}$`))
  }
  for (const [method, path] of [
    ['GET', '/boards'],
    ['GET', '/api/v1/tasks'],
    ['POST', '/boards/x'],
  ] as const) {
    const { status, text } = await send(method, `http://${FRONT}${path}`)
    t.equal(status, 404)
    t.match(JSON.parse(text), { status: 404, message: /only creates boards and classes/ })
  }

  await cells[1].stop()
  for (let count = 0; count < 4; count++) {
    const { status, text } = await send('POST', `http://${FRONT}/boards`, {})
    t.equal(status, 201, 'the front leaves out a cell that is stopped')
    t.equal(new URL(JSON.parse(text).baseUrl).host, `cell-a.${FRONT}`)
  }
  const { status } = await send('GET', `http://cell-b.${FRONT}/livez`)
  t.equal(status, 503, 'its host has no other service')
  await cells[0].stop()
  const down = await send('POST', `http://${FRONT}/boards`, {})
  t.match([down.status, JSON.parse(down.text).status], [503, 503])
})
