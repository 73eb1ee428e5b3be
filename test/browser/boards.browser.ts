import t from 'tap'
import { createBoard } from '../kit/board.js'
import { ownStore } from '../kit/helper.js'
import { sample } from '../kit/length.js'
import { startListening } from '../kit/raw-http.js'
import { openPage, visit } from './browser.js'
import { authorize, execute, fillInParameter, openDocument, openOperation, tryOut } from './swagger-ui.js'

t.test('a board can be created, used and managed in Swagger UI', async (t) => {
  const { origin } = await startListening(t, await ownStore())
  const page = await openPage(t, origin)
  await openDocument(page, origin, 'boards')
  const board = await tryOut(page, 'createBoard')
  t.equal(board.status, 201)
  const { id, baseUrl, docs, ownerToken } = JSON.parse(board.body)
  t.equal(baseUrl, `${origin}/b/${id}`)

  await page.goto(docs)
  const created = await tryOut(page, 'createTask')
  t.equal(created.status, 201)
  t.equal(created.response.url(), `${baseUrl}/api/v1/tasks`)
  t.equal((await tryOut(page, 'listTasks')).response.url().split('?')[0], `${baseUrl}/api/v1/tasks`)

  await openDocument(page, origin, 'v1')
  t.match(JSON.parse((await tryOut(page, 'getTaskSummary')).body), { totalTasks: 0 }, 'the default board stays empty')

  await openDocument(page, origin, 'boards')
  await authorize(page, ownerToken)
  const block = await openOperation(page, 'listRequests')
  await fillInParameter(block, 'id', id)
  const { status, body } = await execute(block)
  t.equal(status, 200)
  const writes = JSON.parse(body).content.filter(({ method }: { method: string }) => method === 'POST')
  t.match(writes, [{ path: '/api/v1/tasks', status: 201 }])
})

t.test('a board can be used in Swagger UI at its own host and port', async (t) => {
  const service = await startListening(t, await ownStore())
  const { id, send } = await createBoard(service)
  const port = await service.app.listenAlso('127.0.0.1', 0, id)
  const bases = sample([`http://${id}.localhost:${new URL(service.origin).port}`, `http://127.0.0.1:${port}`], 2)
  for (const base of bases) {
    const page = await visit(t, `${base}/docs`)
    const created = await tryOut(page, 'createTask')
    t.equal(created.status, 201)
    t.equal(created.response.url(), `${base}/api/v1/tasks`)
  }
  t.match((await send('GET /api/v1/tasks')).json, { totalElements: bases.length })
})
