import t from 'tap'
import { earlier } from '../../src/api/editions/earlier.js'
import { accessibilityProblems, layoutProblems, PHONE } from './accessibility.js'
import { openBoard } from './board-page.js'
import { drag } from './drag.js'
import { operate } from './operate.js'
import { waitForEqual, waitForMatch } from './wait-for.js'

for (const isDefault of [true, false]) {
  const name = isDefault ? 'the default board' : 'a private board'

  t.test(`with v2 on ${name}, a user logs in, refreshes the token and signs out`, async (t) => {
    const { page, titles, task, column, failure } = await openBoard(t, { isDefault, allowed: /40[13]/ })
    await operate(page, { 'choose-v2': true, username: 'user', password: 'wrong' }, 'log-in')
    t.match(await failure(), /username or password/i)
    await operate(page, { password: 'user123' }, 'log-in')
    await page.getByTestId('session').getByText('Logged in as user (USER).').waitFor()
    await waitForMatch(t, page.getByTestId('token-expiry'), /expires in (1:00:00|5\d:\d\d)/)
    const refreshed = page.waitForResponse((response) => response.url().endsWith('/api/v2/auth/refresh'))
    await page.getByTestId('refresh-token').click()
    t.equal((await refreshed).status(), 200)
    const [first = ''] = await titles('TODO')
    const moved = page.waitForRequest((request) => request.url().endsWith('/reorder'))
    await drag(t, task(first), column('DONE').getByTestId('task').first())
    const request = await moved
    t.match(request.url(), /\/api\/v2\/tasks/)
    t.match(request.headers().authorization, /^Bearer /)
    await column('DONE').getByText(first).waitFor()
    await page.reload()
    await page.getByTestId('choose-v2').check()
    await page.getByTestId('session').waitFor()
    t.notMatch(page.url(), /eyJ/, 'the token is not in the URL')
    await page.getByTestId('log-out').click()
    await page.getByTestId('login-form').waitFor()
    await page.getByTestId('apply-filters').click()
    t.match(await failure(), /token/i, 'without a login, the page shows the message of the API')
  })
}

t.test('instructions that are nested too deeply are shown as they are', async (t) => {
  const { page, board } = await openBoard(t)
  await board.asOwner('PUT /exercise', { json: { instructions: 'Use **buggy**.' } })
  const instructions = page.getByTestId('exercise-instructions')
  await instructions.locator('strong').waitFor()
  await board.asOwner('PUT /exercise', { json: { instructions: `${'> '.repeat(4990)}Quoted` } })
  await instructions.getByText('> > Quoted').waitFor()
})

t.test('in the earlier edition, the page leaves out what tasks do not have', async (t) => {
  const { page, openTask, task } = await openBoard(t, { service: { edition: earlier } })
  await openTask('Set up monitoring')
  for (const id of ['field-due-date', 'add-checklist-item', 'move-form', 'attachment-form', 'task-handle']) {
    t.equal(await page.getByTestId(id).count(), 0, id)
  }
  await operate(page, { 'new-comment': 'Still here' }, 'add-comment')
  await page.getByTestId('comment').getByText('Still here').waitFor()
  await operate(page, { 'field-status': { option: 'DONE' } }, 'save-task')
  await page.getByTestId('column-DONE').getByText('Set up monitoring').waitFor()
  await waitForEqual(t, () => task('Set up monitoring').isVisible(), true)
})

t.test('a frozen board blocks what the service would refuse, says why, and keeps what was entered', async (t) => {
  const { service, page } = await openBoard(t)
  const { json: created } = await service.send('POST /classes', { json: { name: 'x', count: 1, fixture: 'demo' } })
  const freeze = (frozen: boolean) =>
    service.send(`PATCH /classes/${created.id}`, { json: { frozen }, token: created.trainerSecret })
  await page.goto(`${service.origin}/b/${created.boards[0].id}/`)
  await page.getByTestId('task-title').getByText('Write the launch announcement').click()
  await page.getByTestId('new-comment').fill('Too late')
  await freeze(true)
  const notice = page.getByTestId('frozen').getByText('Your trainer has frozen the class.')
  await notice.waitFor()
  const writes: string[] = []
  page.on('request', (request) => request.method() !== 'GET' && writes.push(request.url()))
  const dialog = page.getByTestId('task-dialog')
  await dialog.getByText('Your trainer has frozen the class.').waitFor()
  for (const id of ['save-task', 'move-task', 'add-comment', 'upload', 'delete-attachment', 'delete-task']) {
    const button = page.getByTestId(id).first()
    await waitForEqual(t, () => button.getAttribute('aria-disabled'), 'true', id)
    await button.press('Enter')
  }
  await page.getByTestId('field-title').press('Enter')
  t.strictSame(await accessibilityProblems(page), [])
  await freeze(false)
  await page.locator('[data-testid=add-comment][aria-disabled=false]').click()
  await page.getByTestId('comment').getByText('Too late').waitFor()
  await waitForEqual(t, () => writes.length, 1, 'the page sends only the request after the end')
  await page.getByTestId('close-dialog').click()
  await page.getByTestId('request').filter({ hasText: 'POST' }).getByTestId('open-request').click()
  const again = page.locator('[data-testid=send-again][aria-disabled=false]')
  await again.waitFor()

  await freeze(true)
  await notice.waitFor()
  await again.waitFor({ state: 'detached' })
  await page.getByTestId('send-again').press('Enter')
  await operate(page, 'tab-score', 'report-defect', { 'claim-defect': 'size-ignored' })
  await page.getByTestId('claim-defect').press('Enter')
  await page.getByTestId('tab-requests').click()
  const create = page.getByTestId('new-task')
  await create.press('Enter')
  t.equal(await dialog.count(), 0)
  const description = await create.evaluate(
    (button) => button.ownerDocument.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent,
  )
  t.match(description, 'Your trainer has frozen the class.')
  await page.getByTestId('task-handle').first().press('Space')
  await page.getByTestId('announcement').getByText('Your trainer has frozen the class.').waitFor()
  await waitForEqual(t, () => page.locator('[draggable=true]').count(), 0)
  t.equal(writes.length, 1)
  await freeze(false)
  await notice.waitFor({ state: 'detached' })
  await create.click()
  await operate(page, { 'field-title': 'In time' }, 'save-task')
  await page.getByTestId('task').getByText('In time').waitFor()
})

t.test('the page of a board has no accessibility problems, in any state, colour scheme and width', async (t) => {
  const context = { viewport: PHONE, reducedMotion: 'reduce' as const }
  const { page, openTask } = await openBoard(t, { context, allowed: /401/ })
  await operate(page, { 'choose-buggy': true }, 'apply-filters')
  await page.getByTestId('report-fault').first().click()
  await page.getByTestId('send-claim').waitFor()
  t.strictSame(await layoutProblems(page), [], 'a claim')
  await operate(page, { 'choose-v2': true }, 'log-in')
  await page.locator('.failure').waitFor()
  t.strictSame(await layoutProblems(page), [], 'a failed login')
  await page.getByTestId('choose-v1').check()
  await openTask('Write the launch announcement')
  t.strictSame(await layoutProblems(page), [], 'a task')
})
