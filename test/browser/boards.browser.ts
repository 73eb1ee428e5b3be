import t from 'tap'
import { ownStore } from '../kit/helper.js'
import { startListening } from '../kit/raw-http.js'
import { openPage } from './browser.js'
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
