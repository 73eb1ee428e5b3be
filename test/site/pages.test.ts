import t from 'tap'
import { ADMIN_TOKEN, createBoard, startBoard, TASK } from '../kit/board.js'
import { ownStore, startService } from '../kit/helper.js'

/** What Chromium sends when it opens a page. */
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8'

t.test('browsers get the start page, and other clients an index (decision 115)', async (t) => {
  const { send } = await startService(t)
  const page = await send('GET /', { headers: { accept: BROWSER } })
  t.strictSame([page.status, page.headers['content-type']], [200, 'text/html; charset=utf-8'])
  t.equal(page.headers.vary, 'Accept, Accept-Encoding')
  for (const accept of [undefined, '*/*', 'application/json', 'application/json, text/html', 'text/csv']) {
    const { json } = await send('GET /', { headers: accept === undefined ? {} : { accept } })
    t.match(json, { name: 'task-board-service', edition: 'current', creators: 'open' }, String(accept))
    t.match(json.variants[0], { name: 'v1', url: /\/api\/v1$/, openapi: /\/api\/v1\/openapi\.json$/ })
  }
})

t.test('the index says who may create boards (decision 115)', async (t) => {
  for (const creators of ['open', 'admin', 'off'] as const) {
    const { send } = await startService(t, { creators, adminToken: ADMIN_TOKEN })
    t.equal((await send('GET /')).json.creators, creators)
  }
})

t.test('all links of the index work', async (t) => {
  const { send } = await startService(t)
  const { json } = await send('GET /')
  const links = [
    json.docs,
    json.guide,
    json.openapi,
    json.board,
    ...json.variants.map(({ openapi }: { openapi: string }) => openapi),
  ]
  for (const link of links) t.equal((await send(`GET ${new URL(link).pathname}`)).status, 200, link)
  for (const link of [json.boards, json.classes, json.join]) {
    t.match((await send(`PATCH ${new URL(link).pathname}`, { unchecked: true })).headers.allow, 'POST', link)
  }
})

t.test('boards have a page for browsers, and an index with their revision (decision 116)', async (t) => {
  const { service, ...board } = await startBoard(t, await ownStore())
  for (const [path, base] of [
    ['/board', ''],
    [`/b/${board.id}`, `/b/${board.id}`],
    [`/b/${board.id}/`, `/b/${board.id}`],
    [`/b/${board.id}/board`, `/b/${board.id}`],
  ] as const) {
    const page = await service.send(`GET ${path}`, { headers: { accept: BROWSER } })
    t.match(page.headers.vary, 'Accept, Accept-Encoding', path)
    t.match(String(page.bytes), `data-base-path="${base}"`, path)
    t.equal(page.headers.etag, undefined, 'a page has no revision')
    // The log records a request after its response, so the number can follow later.
    const facts = base === '' ? '' : ' data-requests="\\d" data-exercise="none" data-frozen="false"'
    const start = new RegExp(`translate="no" data-base-path="${base}"${facts}>`)
    t.match(String(page.bytes), start, 'what decides its first look')
    const { json, headers } = await service.send(`GET ${path}`)
    t.equal(headers['content-type'], 'application/json')
    t.match(json.variants[0].url, new RegExp(`${base}/api/v1$`))
    t.equal((await service.send(`GET ${new URL(json.docs).pathname}`)).status, 200)
    const ifNoneMatch = { 'if-none-match': headers.etag as string }
    t.equal((await service.send(`GET ${path}`, { headers: ifNoneMatch })).status, 304, 'nothing has changed')
    const several = { 'if-none-match': `"other", W/${headers.etag}` }
    t.equal((await service.send(`GET ${path}`, { headers: several })).status, 304, 'one of several tags, and weak')
    await service.send(`POST ${base}/api/v1/tasks`, { json: TASK })
    const changed = await service.send(`GET ${path}`, { headers: ifNoneMatch })
    t.equal(changed.status, 200, 'a task was created')
    t.ok(changed.json.revision > json.revision)
  }
  await board.asOwner('PUT /exercise', { json: {} })
  const page = await service.send(`GET /b/${board.id}`, { headers: { accept: BROWSER } })
  t.match(String(page.bytes), 'data-exercise="set"')
  const { json } = await board.send('GET /')
  t.equal((await service.send(`GET ${new URL(json.training).pathname}`)).status, 200)
  t.notOk((await service.send('GET /board')).json.training, 'the default board has no operations for learners')
})

t.test('the index has the name and the base URL of the board, and a new name changes its ETag', async (t) => {
  const service = await startService(t)
  t.match((await service.send('GET /board')).json, { name: null, baseUrl: /^http:\/\/[^/]+$/ })
  const board = await createBoard(service, { name: 'لوحة' })
  t.match((await board.send('GET /')).json, { name: 'لوحة', baseUrl: new RegExp(`/b/${board.id}$`) })
  const { json: created } = await service.send('POST /classes', { json: { name: 'x', names: ['Ada'] } })
  const path = `/b/${created.boards[0].id}/`
  const { json, headers } = await service.send(`GET ${path}`)
  t.equal(json.name, 'Ada')
  await service.send(`PATCH /classes/${created.id}/boards/${created.boards[0].id}`, {
    json: { name: null },
    token: created.trainerSecret,
  })
  const renamed = await service.send(`GET ${path}`, { headers: { 'if-none-match': headers.etag as string } })
  t.match([renamed.status, renamed.json], [200, { name: null }])
})

t.test('without the default board, its page does not exist', async (t) => {
  const { service, ...board } = await startBoard(t, { boardsOnly: true })
  t.equal((await service.send('GET /board')).status, 404)
  t.equal((await board.send('GET /')).status, 200)
})

t.test('browsers get a page for unknown boards and paths, other clients an error body (decision 123)', async (t) => {
  const { send } = await startService(t, await ownStore())
  const { id } = await createBoard({ send })
  const unknown = 'a'.repeat(26)
  for (const path of [
    '/nothing',
    '/tasks',
    '/<b>',
    `/b/${unknown}`,
    `/b/${unknown}/board`,
    `/b/${unknown}/docs`,
    '/docs/no',
    '/docs/static/no.js',
    '/guide/no',
    '/web/no.js',
  ]) {
    const target = `GET ${encodeURI(path)}`
    const page = await send(target, { headers: { accept: BROWSER } })
    t.equal(page.status, 404, path)
    t.equal(page.headers['content-type'], 'text/html; charset=utf-8', path)
    t.match(page.headers.vary, 'Accept')
    t.match(page.headers['content-security-policy'], /^default-src '(none|self)';/)
    t.match(String(page.bytes), /<h1>There is nothing at this address<\/h1>.*<a href="\/">/s, path)
    t.notMatch(String(page.bytes), '<script', path)
    t.match((await send(target)).json, { status: 404 }, path)
    const head = await send(target.replace('GET', 'HEAD'), { headers: { accept: BROWSER } })
    t.equal(head.status, 404, path)
    const { date, 'x-request-id': id, ...expected } = page.headers
    t.match(head.headers, expected, path)
  }
  for (const path of [
    '/api/v1/tasks/99',
    '/api/v1/nothing',
    '/api/v9/tasks',
    `/b/${id}/api/nothing`,
    `/boards/${unknown}`,
  ]) {
    const { headers } = await send(`GET ${path}`, { headers: { accept: BROWSER }, unchecked: true })
    t.match(headers['content-type'], 'application/json', `${path} belongs to the API`)
  }
  t.match((await send('POST /nothing', { headers: { accept: BROWSER } })).headers['content-type'], 'application/json')
})
