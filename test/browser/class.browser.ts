import t from 'tap'
import { ADMIN_TOKEN } from '../kit/board.js'
import { startListening } from '../kit/raw-http.js'
import { layoutProblems, PHONE } from './accessibility.js'
import { visit } from './browser.js'
import { holdResponse } from './hold-response.js'
import { openClass } from './open-class.js'
import { operate } from './operate.js'
import { waitForEqual, waitForMatch } from './wait-for.js'

t.test('the trainer sees the scores of the learners as they change (decision 119)', async (t) => {
  const { page, row, join, claim } = await openClass(t)
  await waitForMatch(t, row('Ada'), /has not joined/)
  await join('Ada')
  await page.getByText('1 of 2 joined').waitFor()
  await claim(0, 'one')
  await claim(0, 'two')
  await row('Ada').getByTestId('learner-claims').getByText('2').waitFor()
  const cells = ['requests', 'faults', 'found', 'wrong', 'precision', 'recall', 'f1']
  await waitForEqual(t, () => Promise.all(cells.map((cell) => row('Ada').getByTestId(`learner-${cell}`).innerText())), [
    '2',
    '1',
    '1',
    '1',
    '50%',
    '100%',
    '67%',
  ])
  await waitForEqual(t, row('Grace').getByTestId('learner-recall'), '–')
  await waitForMatch(t, page.getByTestId('fault-bar'), /date-mix\s+1 of 1 found, 1 wrong$/)
  t.notMatch(page.url(), /[?#]./, 'the secret is not in the URL')
})

t.test('the trainer opens the log of a learner, renames and removes learners', async (t) => {
  const { page, row, claim, onBoard, boards, service } = await openClass(t)
  await claim(0, 'one', 'none')
  await page.getByTestId('open-learner').getByText('Ada').click()
  await page.getByTestId('journal-entry').first().waitFor()
  const entry = page.getByTestId('journal-entry').first()
  await waitForMatch(t, entry.getByTestId('open-entry'), /GET .* ms on the server date-mix \(missed\)/)
  await waitForMatch(t, entry.getByTestId('journal-claim'), /^wrong claim: none\. .*At.* number/)
  await entry.getByTestId('open-entry').press('Enter')
  await waitForMatch(t, entry.getByTestId('difference'), /At of .*task 1 is a number/)
  await waitForMatch(t, entry.getByTestId('expected').locator('mark').first(), /At": "20/)
  await waitForMatch(t, entry.getByTestId('response').locator('mark').first(), /At": \d+$/)
  await waitForMatch(t, page.getByTestId('timeline'), /^Last 100 requests: 1 fault, 0 found, 1 wrong claim\./)
  await page.getByTestId('timeline').locator('canvas').waitFor()
  const legend = page.getByTestId('timeline').locator('.u-legend')
  await legend.getByText(/Faults:?\s*1/).waitFor()
  await claim(0, 'two', 'none')
  await page
    .getByTestId('journal-claim')
    .getByText(/^right claim: none/)
    .waitFor()
  await waitForMatch(t, page.getByTestId('timeline'), /0 found, 1 wrong/, 'a right claim of none finds no fault')
  await onBoard(0, 'POST /claims', { json: { requestId: 'two', fault: 'wrong-status' } })
  await page
    .getByTestId('journal-claim')
    .getByText(/^wrong claim: wrong-status/)
    .waitFor()
  await operate(page, { 'new-name': 'Ada Lovelace' }, 'rename')
  await row('Ada Lovelace').waitFor()
  await operate(page, 'replace-owner-token', 'confirm')
  const token = await page.getByTestId('replaced').innerText()
  t.equal((await service.send(`GET /boards/${boards[0].id}`, { token })).status, 200)
  await operate(page, 'remove-learner', 'confirm')
  await row('Ada Lovelace').waitFor({ state: 'detached' })
  await waitForEqual(t, () => page.getByTestId('learner').count(), 1)
  await page.locator('#learners:focus').waitFor()
})

t.test('no button deletes or replaces something of learners without a question', async (t) => {
  const { page, trainer, service } = await openClass(t)
  const changes: string[] = []
  page.on('request', (request) => !['GET', 'HEAD'].includes(request.method()) && changes.push(request.url()))
  const asks = async (button: string) => {
    await page.getByTestId(button).click()
    await page.getByTestId('confirm').waitFor()
    await page.getByTestId('cancel-question').click()
    await page.locator(`[data-testid=${button}]:focus`).waitFor()
  }
  await page.getByTestId('code-settings').locator('summary').click()
  for (const button of ['replace-code', 'replace-secret', 'reset-demo', 'reset-empty', 'delete-class'])
    await asks(button)
  await page.getByTestId('open-learner').getByText('Ada').click()
  for (const button of ['replace-personal-code', 'replace-owner-token', 'remove-learner']) await asks(button)
  await page.getByTestId('new-name').fill('')
  await asks('rename')
  await page.getByTestId('new-name').press('Enter')
  await page.getByText('This erases the name.').waitFor()
  await page.getByTestId('new-name').press('Enter')
  t.equal(await page.locator('.confirm button:visible').count(), 2)
  t.equal(await page.locator('[data-testid=rename-form] button:visible').count(), 2, 'no other button is visible')
  await page.getByTestId('close-learner').click()
  t.strictSame(changes, [])

  // Without an exercise, learners have results too.
  const { json: other } = await service.send('POST /classes', { json: { name: 'Other', names: ['Alan'] } })
  const board = other.boards[0].id
  await service.send(`GET /b/${board}/api/v1/tasks`)
  await service.app.flushLogs()
  await operate(page, 'sign-out', { 'trainer-secret': other.trainerSecret }, 'sign-in')
  await page.getByTestId('learner-requests').getByText('1').waitFor()
  await page.getByTestId('start-now').click()
  await page.getByText('This deletes the claims, scores, solved challenges').waitFor()
  await operate(page, 'cancel-question', { 'exercise-form-title': 'First' })
  await asks('save-exercise')
  t.strictSame(changes, [])
  await operate(page, 'save-exercise', 'confirm')
  await page.getByTestId('exercise').getByText('First').waitFor()
  t.equal((await trainer('GET ')).status, 200)
})

t.test('the log of a learner shows requests that arrive while it loads', async (t) => {
  const { page, row, claim } = await openClass(t)
  await page.getByTestId('open-learner').getByText('Ada').click()
  await page.getByText('This learner has not sent a request yet.').waitFor()
  const { held } = await holdResponse(page, /\/requests\?/)
  await claim(0, 'one')
  const release = await held
  await claim(0, 'two')
  await row('Ada').getByTestId('learner-claims').getByText('2').waitFor()
  await release()
  await page.getByTestId('journal-entry').nth(1).waitFor()
  await waitForEqual(t, page.getByTestId('score-claims'), '2')
})

t.test('a message that the service does not respond disappears when it responds again', async (t) => {
  const { page, service } = await openClass(t, { allowed: /ERR_/ })
  await page.context().setOffline(true)
  // The stream that is open continues offline.
  service.app.server.closeAllConnections()
  await page.getByTestId('freeze').click()
  const message = page.locator('.failure').getByText('The service does not respond.')
  await message.waitFor()
  await page.context().setOffline(false)
  await message.waitFor({ state: 'detached' })
  t.pass('it is no longer true')
})

t.test('the page says when its secret is no longer valid', async (t) => {
  const { page, trainer } = await openClass(t, { allowed: /401/ })
  await trainer('POST /secret')
  await page.getByTestId('refused').waitFor()
  await page.getByTestId('sign-out').click()
  await page.locator('h1:focus').getByText('Your class').waitFor()
  await operate(page, { 'trainer-secret': 'wrong' }, 'sign-in')
  await page.locator('.failure').getByText('no class with this trainer secret').waitFor()
  await waitForEqual(t, () => page.evaluate('sessionStorage.length'), 0)
})

t.test('a trainer creates a class on the page, and invalid names are refused', async (t) => {
  const { origin } = await startListening(t, { creators: 'admin', adminToken: ADMIN_TOKEN })
  const page = await visit(t, `${origin}/class`, { allowed: /40[019]/ })
  await operate(page, { 'trainer-secret': 'wrong' }, 'sign-in')
  const notSignedIn = page.locator('.failure').getByText('no class with this trainer secret')
  await notSignedIn.waitFor()
  await page.getByTestId('create-class').click()
  await page.locator('.failure').getByText('token').waitFor()
  await waitForEqual(t, () => notSignedIn.count(), 0, 'only the last form has a message')
  await page.getByText('Administrator token (if required)').click()
  await operate(page, { 'class-admin-token': ADMIN_TOKEN }, 'create-class')
  await page.locator('.failure').getByText('Validation failed').waitFor()
  await waitForEqual(t, () => page.getByTestId('class-name').getAttribute('aria-invalid'), 'true')
  await operate(page, { 'learner-by-names': true }, 'create-class')
  await page.getByText('Enter at least one name.').waitFor()
  const isRed = `
    getComputedStyle(document.querySelector('[data-testid=class-name]')).borderTopColor ===
    getComputedStyle(document.querySelector('.problem')).color
  `
  await waitForEqual(t, () => page.evaluate<boolean>(isRed), true, 'the field has a red border')
  await operate(page, { 'class-name': 'Created here', 'learner-names': 'Ada\nGrace' }, 'create-class')
  await page.locator('h2:focus').getByText('“Created here” is ready').waitFor()
  const secret = await page.getByTestId('new-secret').innerText()
  await page.getByTestId('only-local').waitFor()
  await page.getByTestId('open-class').click()
  await page.getByTestId('learner').nth(1).waitFor()
  await page.locator('h1:focus').getByText('Created here').waitFor()
  await page.getByTestId('only-local').getByText('HOST=0.0.0.0').waitFor()
  await page.getByTestId('boards-settings').locator('summary').click()
  await page.getByTestId('added-by-names').check()
  await page.locator('textarea:focus').fill('Alan\nada')
  await page.getByTestId('add-boards').click()
  await page.getByText('A learner of the class has the name “ada”.').waitFor()
  // The next navigation would ask about it.
  await page.getByTestId('added-names').fill('')
  await waitForEqual(t, () => page.title(), 'Created here – Class – Task Board Service')
  await page.reload()
  await page.getByTestId('class-heading').getByText('Created here').waitFor()
  await operate(page, 'sign-out', { 'trainer-secret': ADMIN_TOKEN }, 'sign-in')
  await page.getByTestId('class-heading').waitFor()
  t.ok(secret.length > 20)
})

t.test('the page of a class has no accessibility problems, in any state, colour scheme and width', async (t) => {
  const { page, claim } = await openClass(t, { viewport: PHONE, reducedMotion: 'reduce' })
  await claim(0, 'one', 'none')
  await page.getByTestId('fault-bar').waitFor()
  for (const summary of await page.locator('details > summary').all()) await summary.click()
  await page.getByTestId('open-message').click()
  t.strictSame(await layoutProblems(page), [], 'all settings')
  await page.getByTestId('open-learner').first().click()
  await page.getByTestId('open-entry').first().click()
  await page.getByTestId('expected').waitFor()
  t.strictSame(await layoutProblems(page), [], 'a learner')
  await operate(page, 'close-learner', 'sign-out')
  t.strictSame(await layoutProblems(page), [], 'the sign-in')
})
