import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { ADMIN_TOKEN, createBoard } from '../kit/board.js'
import type { Json } from '../kit/helper.js'
import { type ListeningService, startListening } from '../kit/raw-http.js'
import { openPage, visit } from './browser.js'
import { openDocument, tryOut } from './swagger-ui.js'

const EVIL = 'evil.example'
const INTRANET = 'intranet.example'

/** A page that sends requests with `fetch` and with a form. */
const PAGE = `<!doctype html><title>A page</title><script>
async function attempt(url, init) {
  try {
    const response = await fetch(url, init)
    return { type: response.type, status: response.status, text: await response.text() }
  } catch (error) {
    return { type: error.name }
  }
}
function submitForm(action, enctype) {
  const form = Object.assign(document.createElement('form'), { action, enctype, method: 'post' })
  form.append(Object.assign(document.createElement('input'), { name: '{"name":"', value: 'evil"}' }))
  document.body.append(form)
  form.submit()
}
</script>`

const ENCODINGS = ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']

const JSON_BODY = { method: 'POST', headers: { 'content-type': 'application/json' } }
const TASK = { ...JSON_BODY, body: '{"title": "From a page", "status": "TODO"}' }

/** Starts a web server on a port of its own, and returns the port. */
async function servePage(t: Test): Promise<number> {
  const headers = { 'content-type': 'text/html', connection: 'close' }
  const server = createServer((_request, response) => response.writeHead(200, headers).end(PAGE))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  return (server.address() as AddressInfo).port
}

function attempt(page: Page, url: string, init: object = {}): Promise<Json> {
  return page.evaluate(`attempt(${JSON.stringify(url)}, ${JSON.stringify(init)})`)
}

async function submitForm(page: Page, url: string, encoding: string): Promise<number> {
  const [response] = await Promise.all([
    page.waitForResponse(url),
    page.waitForURL(url),
    page.evaluate(`submitForm(${JSON.stringify(url)}, ${JSON.stringify(encoding)})`),
  ])
  return response.status()
}

async function countBoards({ send }: ListeningService): Promise<number> {
  return (await send('GET /boards', { token: ADMIN_TOKEN })).json.totalElements
}

for (const host of ['127.0.0.1', EVIL]) {
  t.test(`a page on another port of ${host} can use the variants, but not manage boards (decision 74)`, async (t) => {
    const service = await startListening(t, { adminToken: ADMIN_TOKEN })
    const board = await createBoard(service)
    const ofPage = `http://${host}:${await servePage(t)}/`
    const page = await visit(t, ofPage)

    for (const base of [service.origin, `${service.origin}/b/${board.id}`]) {
      const created = await attempt(page, `${base}/api/v1/tasks`, TASK)
      t.match(created, { type: 'cors', status: 201 }, 'the page can create a task')
      const { id } = JSON.parse(created.text)
      t.match(await attempt(page, `${base}/api/buggy/tasks/${id}`), { status: 200 })
      t.match(await attempt(page, `${base}/api/v1/tasks/${id}`, { method: 'DELETE' }), { status: 204 })
      t.match(await attempt(page, `${base}/api/v2/tasks`), { status: 403, text: /A valid access token/ })
    }

    const boards = `${service.origin}/boards`
    const authorization = `Bearer ${ADMIN_TOKEN}`
    const refused: [url: string, init: object][] = [
      [boards, { method: 'POST' }],
      [boards, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{}' }],
      [boards, { ...JSON_BODY, body: '{}' }],
      [boards, { headers: { authorization } }],
      [`${boards}/${board.id}`, { headers: { authorization } }],
      [`${boards}/${board.id}`, { method: 'DELETE', headers: { authorization } }],
      [`${service.origin}/metrics`, {}],
      [`${service.origin}/metrics`, { mode: 'no-cors' }],
    ]
    for (const [url, init] of refused) {
      t.strictSame(await attempt(page, url, init), { type: 'TypeError' }, `${JSON.stringify(init)} ${url}`)
    }
    await attempt(page, boards, { method: 'POST', mode: 'no-cors' })
    for (const encoding of ENCODINGS) {
      await page.goto(ofPage)
      t.equal(await submitForm(page, boards, encoding), 403, encoding)
    }
    t.equal(await countBoards(service), 1)
  })
}

t.test('Swagger UI creates boards also on a host without TLS (decision 74)', async (t) => {
  const service = await startListening(t, { adminToken: ADMIN_TOKEN, allowedHosts: [INTRANET] })
  const origin = `http://${INTRANET}:${new URL(service.origin).port}`
  const page = await openPage(t, origin)
  await openDocument(page, origin, 'boards')
  const { status, response } = await tryOut(page, 'createBoard')
  t.equal(status, 201)
  const headers = await response.request().allHeaders()
  t.equal(headers['sec-fetch-site'], undefined, 'the browser sends only Origin')
  t.equal(headers.origin, origin)

  await page.goto(`http://${INTRANET}:${await servePage(t)}/`)
  t.equal(await submitForm(page, `${origin}/boards`, 'text/plain'), 403)
  t.equal(await countBoards(service), 1)
})
