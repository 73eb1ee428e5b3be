import t from 'tap'
import { startListening } from '../kit/raw-http.js'
import { openPage } from './browser.js'
import {
  authorize,
  execute,
  fillInParameter,
  isShown,
  openDocument,
  openOperation,
  operationBlock,
  tryOut,
} from './swagger-ui.js'
import { waitForEqual } from './wait-for.js'

t.test('a token from "Try it out" authorizes v2 in this tab, even after a reload, until Logout', async (t) => {
  const { origin } = await startListening(t, { demoData: true })
  const page = await openPage(t, origin)
  await openDocument(page, origin, 'v2')

  const login = await tryOut(page, 'login')
  t.equal(login.status, 200)
  const { token, username } = JSON.parse(login.body)
  await authorize(page, token)
  t.equal((await tryOut(page, 'listTasks')).status, 200)

  await page.reload()
  await isShown(page)
  const { status, body } = await tryOut(page, 'getCurrentUser')
  t.equal(status, 200)
  t.strictSame(JSON.parse(body), { username, role: 'ROLE_ADMIN' })

  const stored = () =>
    page.evaluate('[localStorage.length, JSON.stringify(sessionStorage)]') as Promise<[number, string]>
  const [inLocalStorage, inSession] = await stored()
  t.equal(inLocalStorage, 0)
  t.match(inSession, token)
  await page.locator('.auth-wrapper .authorize').first().click()
  await page.locator('.auth-container').getByRole('button', { name: 'Remove authorization' }).click()
  await waitForEqual(t, stored, [0, '{}'])
})

t.test('a token authorizes only the document and the board where it was entered (decision 78)', async (t) => {
  const { origin, send, login } = await startListening(t, { demoData: true })
  const { json: board } = await send('POST /boards')
  const page = await openPage(t, origin)
  await openDocument(page, origin, 'v2')
  const { token } = await login()
  await authorize(page, token)
  const sentTokens: Record<string, string | null> = {}
  const record = async (where: string, operationId: string) => {
    const { response } = await tryOut(page, operationId)
    sentTokens[where] = await response.request().headerValue('authorization')
  }

  await page.locator('#select').selectOption({ label: 'boards' })
  await operationBlock(page, 'listBoards').waitFor()
  await record('the boards, selected in the list', 'listBoards')
  await page.locator('#select').selectOption({ label: 'v2' })
  await operationBlock(page, 'getCurrentUser').waitFor()
  await record('v2, selected in the list', 'getCurrentUser')
  await openDocument(page, origin, 'boards')
  await record('the boards, opened', 'listBoards')
  await openDocument(page, `${origin}/b/${board.id}`, 'v2')
  await record('v2 of another board', 'getCurrentUser')
  await openDocument(page, origin, 'v2')
  await record('v2, opened again', 'getCurrentUser')
  t.strictSame(sentTokens, {
    'the boards, selected in the list': null,
    'v2, selected in the list': `Bearer ${token}`,
    'the boards, opened': null,
    'v2 of another board': null,
    'v2, opened again': `Bearer ${token}`,
  })
})

t.test('v1 has neither Authorize nor Prefer, v2 needs a token, and buggy has Prefer (decision 78)', async (t) => {
  const { origin } = await startListening(t, { demoData: true })
  const page = await openPage(t, origin, { allowed: /403|500/ })
  const open = async (name: string, operationId: string) => {
    await openDocument(page, origin, name)
    const block = await openOperation(page, operationId)
    // Swagger UI shows the parameters of an operation together, but later than its button.
    if (operationId === 'listTasks') await block.locator('tr[data-param-name="status"]').waitFor()
    return { block, preferences: await block.locator('tr[data-param-name="Prefer"]').count() }
  }
  const authorizeButtons = () => page.locator('.authorize, .authorization__btn').count()
  const v1 = await open('v1', 'listTasks')
  t.strictSame([v1.preferences, await authorizeButtons()], [0, 0])

  t.equal((await open('v2', 'listTasks')).preferences, 0)
  const { status, body } = await tryOut(page, 'getTaskSummary')
  t.equal(status, 403)
  t.match(JSON.parse(body), { status: 403, path: '/api/v2/tasks/summary' })

  const { block } = await open('buggy', 'getTaskSummary')
  t.equal(await authorizeButtons(), 0)
  t.equal((await execute(block)).status, 200, 'the field is empty at first')
  await fillInParameter(block, 'Prefer', 'fault=server-error')
  const failed = await execute(block)
  t.equal(failed.status, 500)
  t.equal(await failed.response.headerValue('preference-applied'), 'fault=server-error')
})
