import t from 'tap'
import { startListening } from '../raw-http.js'
import { startBrowser } from './browser.js'
import { authorize, isShown, openDocument, tryOut } from './swagger-ui.js'

const openPage = await startBrowser(t)

t.test('a token from "Try it out" authorizes v2, also after a reload', async (t) => {
  const { origin } = await startListening(t, { demoData: true })
  const { page, takeProblems } = await openPage(t, origin)
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
  t.strictSame(takeProblems(), [])
})

t.test('v2 shows 403 without a token', async (t) => {
  const { origin } = await startListening(t, { demoData: true })
  const { page, takeProblems } = await openPage(t, origin)
  await openDocument(page, origin, 'v2')
  const { status, body } = await tryOut(page, 'getTaskSummary')
  t.equal(status, 403)
  t.match(JSON.parse(body), { status: 403, path: '/api/v2/tasks/summary' })
  t.strictSame(takeProblems().sort(), [
    '403: /api/v2/tasks/summary',
    'error: Failed to load resource: the server responded with a status of 403 (Forbidden)',
  ])
})

t.test('v1 and buggy have no Authorize button', async (t) => {
  const { origin } = await startListening(t)
  const { page, takeProblems } = await openPage(t, origin)
  for (const name of ['v1', 'buggy']) {
    await openDocument(page, origin, name)
    t.equal(await page.locator('.authorize, .authorization__btn').count(), 0, name)
  }
  t.strictSame(takeProblems(), [])
})
