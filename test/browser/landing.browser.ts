import t from 'tap'
import { ADMIN_TOKEN } from '../kit/board.js'
import { ownStore } from '../kit/helper.js'
import { startListening } from '../kit/raw-http.js'
import { PHONE } from './accessibility.js'
import { visit } from './browser.js'
import { operate } from './operate.js'
import { readCopied, waitForEqual } from './wait-for.js'

const INTRANET = 'intranet.test'

t.test('a new user creates a board on the start page, and the first request succeeds', async (t) => {
  const { origin } = await startListening(t, await ownStore())
  const page = await visit(t, origin, { permissions: ['clipboard-read', 'clipboard-write'] })
  for (const name of ['v1', 'v2', 'buggy']) {
    await page.getByTestId(`status-${name}`).getByText('available', { exact: true }).waitFor()
  }
  const create = page.getByTestId('create-board')
  await page.setViewportSize({ width: 390, height: 844 })
  await waitForEqual(
    t,
    async () => ((await create.boundingBox())?.y ?? 844) < 800,
    true,
    'the button is on the first screen of a phone',
  )
  await page.getByTestId('board-name').fill('My first board')
  page.once('dialog', (question) => question.dismiss())
  const asked = page.waitForEvent('dialog')
  await page.evaluate('location.reload()')
  t.equal((await asked).type(), 'beforeunload')
  await page.getByTestId('create-board').click()
  const baseUrl = await page.getByTestId('base-url').innerText()
  t.equal(await readCopied(page, () => page.getByRole('button', { name: 'Copy: Base URL' }).click()), baseUrl)
  const [opener, code] = [page.getByTestId('find-fault'), page.getByTestId('snippet')]
  const top = async (element: typeof opener) => (await element.boundingBox())?.y ?? 0
  const isBefore = async () => (await top(opener)) < (await top(code))
  await waitForEqual(t, isBefore, true, 'the next step comes before the code')
  const ownerToken = await page.getByTestId('owner-token').innerText()
  const id = baseUrl.split('/b/')[1]
  const headers = { authorization: `Bearer ${ownerToken}` }
  t.match(await (await fetch(`${origin}/boards/${id}`, { headers })).json(), { name: 'My first board' })
  await operate(page, { 'purpose-create': true, 'language-JavaScript': true })
  await page.getByTestId('snippet').getByText('POST').first().waitFor()
  const snippet = await page.getByTestId('snippet').innerText()
  t.equal(await page.evaluate(`(async () => { ${snippet}; return response.status })()`), 201)
  await page.getByTestId('open-board').click()
  await page.waitForURL(`${baseUrl}/`)
  await page.getByTestId('task').getByText('Buy milk').waitFor()
  await page.goBack()
  await waitForEqual(t, page.getByTestId('owner-token'), ownerToken, 'the token is shown again in this tab')
  t.equal(await page.evaluate('localStorage.length'), 0)
  await opener.click()
  await waitForEqual(t, () => page.getByTestId('choose-buggy').isChecked(), true)
  await page.locator('[data-testid=sender-path]:focus').waitFor()
  await page.getByTestId('send-request').click()
  await page.locator('[data-testid=request][data-latest=true]').getByTestId('take-hint').waitFor()
  await page.goBack()
  await page.getByTestId('another-board').click()
  await page.locator('#create-board:focus').waitFor()
  await page.reload()
  await page.getByTestId('create-board').waitFor()
  t.equal(await page.getByTestId('owner-token').count(), 0)
})

t.test('a learner joins a class, and gets the same board again with the personal code', async (t) => {
  const { origin, send } = await startListening(t, await ownStore())
  const { json: created } = await send('POST /classes', { json: { name: 'Testing APIs', count: 2 } })
  const join = async (personalCode = '') => {
    const page = await visit(t, origin, { allowed: /409/ })
    await operate(page, { 'join-code': created.joinCode, 'learner-name': 'Ada' }, 'already-joined')
    await operate(page, { 'personal-code': personalCode }, 'join-class')
    return page
  }
  const visitor = await join()
  await visitor.getByRole('heading', { name: 'You have joined “Testing APIs”' }).waitFor()
  const baseUrl = await visitor.getByTestId('joined-base-url').innerText()
  const { json: other } = await send('POST /classes', { json: { name: 'Other', count: 1 } })
  await visitor.setViewportSize(PHONE)
  await visitor.goto(`${origin}/?code=${other.joinCode}`)
  await visitor.locator('[data-testid=learner-name]:focus').waitFor()
  await waitForEqual(
    t,
    () => visitor.getByTestId('join-code').inputValue(),
    other.joinCode,
    'the link leads to the other class',
  )
  await visitor.goto(`${origin}/?code=${created.joinCode.toLowerCase()}`)
  const joined = visitor.getByTestId('joined-class')
  await joined.locator(':focus').getByText('You have joined “Testing APIs”').waitFor()
  await waitForEqual(
    t,
    async () => ((await joined.boundingBox())?.y ?? PHONE.height) < PHONE.height,
    true,
    'the link leads to the joined class',
  )
  await visitor.goto(origin)
  const again = await join(await visitor.getByTestId('own-code').innerText())
  await visitor.getByTestId('another-class').click()
  await visitor.getByTestId('join-class').waitFor()
  await visitor.locator('#join-class:focus').waitFor()
  await waitForEqual(t, again.getByTestId('joined-base-url'), baseUrl)
  const wrong = await visit(t, `${origin}/?code=AAAA-AAAA`, { allowed: /404|409/ })
  await operate(wrong, { 'learner-name': 'Ada' }, 'join-class')
  await wrong.locator('[role=alert]').getByText('There is no class with this joining code').waitFor()
  t.notOk(await wrong.getByTestId('personal-code').isVisible(), 'the personal code does not help')
  await operate(wrong, { 'join-code': created.joinCode }, 'join-class')
  await wrong.locator('[data-testid=personal-code]:visible').waitFor()
  const refused = await join()
  await refused
    .getByTestId('join-class-form')
    .locator('+ [role=alert]')
    .getByText(/^This name is taken\..* ask your trainer\.$/)
    .waitFor()
  t.equal(await refused.getByTestId('joined-class').count(), 0)
})

t.test('on a host without TLS, a user creates a board and copies its base URL', async (t) => {
  const service = await startListening(t, { allowedHosts: [INTRANET] })
  const origin = `http://${INTRANET}:${new URL(service.origin).port}`
  const page = await visit(t, origin)
  await page.getByTestId('create-board').click()
  const baseUrl = await page.getByTestId('base-url').innerText()
  t.ok(baseUrl.startsWith(`${origin}/b/`))
  await page.getByRole('button', { name: 'Copy: Base URL' }).click()
  await page.getByTestId('learner-name').focus()
  await page.keyboard.press('Control+V')
  await waitForEqual(t, () => page.getByTestId('learner-name').inputValue(), baseUrl)
})

t.test('where only the administrator may create boards, the page requires the token', async (t) => {
  const { origin } = await startListening(t, { creators: 'admin', adminToken: ADMIN_TOKEN })
  const page = await visit(t, origin, { allowed: /401/ })
  const failure = page.getByTestId('create-board-form').locator('+ [role=alert]')
  await operate(page, { 'admin-token': 'wrong' }, 'create-board')
  await failure.getByText('token').waitFor()
  await operate(page, { 'admin-token': ADMIN_TOKEN }, 'create-board')
  await page.getByTestId('base-url').waitFor()
})

t.test('where nobody may create boards, the page says so', async (t) => {
  const { origin } = await startListening(t, { creators: 'off' })
  const page = await visit(t, origin)
  await page.getByTestId('creation-off').waitFor()
  t.equal(await page.getByTestId('create-board').count(), 0)
})
