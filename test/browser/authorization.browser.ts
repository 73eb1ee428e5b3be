import t from 'tap'
import { startListening } from '../kit/raw-http.js'
import { openPage } from './browser.js'
import { authorize, isShown, openDocument, operationBlock, tryOut } from './swagger-ui.js'
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
  const page = await openPage(t, origin, { allowed: /401|403/ })
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
