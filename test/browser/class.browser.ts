import { readFileSync } from 'node:fs'
import t, { type Test } from 'tap'
import { EVERY_SECOND, minute } from '../classroom/training/learner.js'
import { ADMIN_TOKEN } from '../kit/board.js'
import { startListening } from '../kit/raw-http.js'
import { accessibilityProblems, layoutProblems, PHONE } from './accessibility.js'
import { startBrowser } from './browser.js'
import { holdResponse } from './hold-response.js'
import { openClass as openClassOn } from './open-class.js'
import { waitForEqual, waitForMatch } from './wait-for.js'

const openPage = await startBrowser(t)

const openClass = (t: Test, context?: object, options?: object) => openClassOn(t, openPage, context, options)

t.test('the trainer sees the scores of the learners as they change (decision 119)', async (t) => {
  const { page, row, join, claim, takeProblems } = await openClass(t)
  await waitForMatch(t, () => row('Ada').innerText(), /has not joined/)
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
  await waitForEqual(t, () => row('Grace').getByTestId('learner-recall').innerText(), '–')
  await waitForMatch(t, () => page.getByTestId('fault-bar').innerText(), /date-mix\s+1 of 1 found, 1 wrong$/)
  t.notMatch(page.url(), /[?#]./, 'the secret is not in the URL')
  t.strictSame(takeProblems(), [])
})

t.test('the trainer opens the log of a learner, renames and removes learners', async (t) => {
  const { page, row, claim, onBoard, boards, service, takeProblems } = await openClass(t)
  await claim(0, 'one', 'none')
  await page.getByTestId('open-learner').getByText('Ada').click()
  await page.getByTestId('journal-entry').first().waitFor()
  const entry = page.getByTestId('journal-entry').first()
  await waitForMatch(
    t,
    () => entry.getByTestId('open-entry').innerText(),
    /GET .* ms on the server date-mix \(missed\)/,
  )
  await waitForMatch(t, () => entry.getByTestId('journal-claim').innerText(), /^wrong claim: none\. .*At.* number/)
  await entry.getByTestId('open-entry').press('Enter')
  await waitForMatch(t, () => entry.getByTestId('difference').innerText(), /At of .*task 1 is a number/)
  await waitForMatch(t, () => entry.getByTestId('expected').locator('mark').first().innerText(), /At": "20/)
  await waitForMatch(t, () => entry.getByTestId('response').locator('mark').first().innerText(), /At": \d+$/)
  await waitForMatch(
    t,
    () => page.getByTestId('timeline').innerText(),
    /^Last 100 requests: 1 fault, 0 found, 1 wrong claim\./,
  )
  await page.getByTestId('timeline').locator('canvas').waitFor()
  const legend = page.getByTestId('timeline').locator('.u-legend')
  await legend.getByText(/Faults:?\s*1/).waitFor()
  await claim(0, 'two', 'none')
  await page
    .getByTestId('journal-claim')
    .getByText(/^right claim: none/)
    .waitFor()
  await waitForMatch(
    t,
    () => page.getByTestId('timeline').innerText(),
    /0 found, 1 wrong/,
    'a right claim of none finds no fault',
  )
  await onBoard(0, 'POST /claims', { json: { requestId: 'two', fault: 'wrong-status' } })
  await page
    .getByTestId('journal-claim')
    .getByText(/^wrong claim: wrong-status/)
    .waitFor()
  await page.getByTestId('new-name').fill('Ada Lovelace')
  await page.getByTestId('rename').click()
  await row('Ada Lovelace').waitFor()
  await page.getByTestId('replace-owner-token').click()
  await page.getByTestId('confirm').click()
  const token = await page.getByTestId('replaced').innerText()
  t.equal((await service.send(`GET /boards/${boards[0].id}`, { token })).status, 200)
  await page.getByTestId('remove-learner').click()
  await page.getByTestId('confirm').click()
  await row('Ada Lovelace').waitFor({ state: 'detached' })
  await waitForEqual(t, () => page.getByTestId('learner').count(), 1)
  await page.locator('#learners:focus').waitFor()
  t.strictSame(takeProblems(), [])
})

t.test('no button deletes or replaces something of learners without a question', async (t) => {
  const { page, trainer, service, takeProblems } = await openClass(t)
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
  await page.getByTestId('sign-out').click()
  await page.getByTestId('trainer-secret').fill(other.trainerSecret)
  await page.getByTestId('sign-in').click()
  await page.getByTestId('learner-requests').getByText('1').waitFor()
  await page.getByTestId('start-now').click()
  await page.getByText('This deletes the claims, scores, solved challenges').waitFor()
  await page.getByTestId('cancel-question').click()
  await page.getByTestId('exercise-form-title').fill('First')
  await asks('save-exercise')
  t.strictSame(changes, [])
  await page.getByTestId('save-exercise').click()
  await page.getByTestId('confirm').click()
  await page.getByTestId('exercise').getByText('First').waitFor()
  t.equal((await trainer('GET ')).status, 200)
  t.strictSame(takeProblems(), [])
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
  await waitForEqual(t, () => page.getByTestId('score-claims').innerText(), '2')
})

t.test('the trainer configures the class', async (t) => {
  const { page, row, created, trainer, onBoard, dashboard, takeProblems } = await openClass(t)
  await page.getByTestId('freeze').click()
  t.equal(await page.getByTestId('frozen-clock').count(), 0, 'the exercise has no end')
  await page.getByTestId('frozen').waitFor()
  t.equal((await onBoard(0, 'DELETE /api/v1/tasks', { unchecked: true })).status, 423)
  await page.getByTestId('freeze').click()
  await page.getByTestId('frozen').waitFor({ state: 'detached' })

  await page.getByTestId('exercise-settings').locator('summary').first().click()
  await page.getByTestId('exercise-form-title').fill('Find the broken responses')
  await page.getByTestId('exercise-form-instructions').fill('Use **buggy**.')
  await page.getByTestId('exercise-form-feedback').selectOption('after')
  await page.getByTestId('exercise-form-end').fill('2099-01-01T12:00')
  await page.getByTestId('exercise-form-profile').selectOption('stormy')
  await page.getByTestId('save-exercise').click()
  await page.getByTestId('exercise').getByText('Find the broken responses').waitFor()
  await page.getByTestId('exercise-instructions').locator('strong').getByText('buggy').waitFor()
  t.match((await trainer('GET /exercise')).json, { feedback: 'after', endsAt: /^2099-01-01T\d\d:00:00Z$/ })

  await page.getByTestId('fault-settings').locator('summary').click()
  await page.getByTestId('fault-profile').selectOption('only-date-mix')
  await page.getByTestId('fault-seed').fill('7')
  const saved = page.waitForResponse((response) => response.url().endsWith('/faults'))
  await page.getByTestId('save-faults').click()
  t.equal((await saved).status(), 204)

  await onBoard(0, 'DELETE /api/v1/tasks')
  const reset = page.waitForResponse((response) => response.url().endsWith('/reset'))
  await page.getByTestId('reset-demo').click()
  await page.getByTestId('confirm').click()
  t.equal((await reset).status(), 204)
  t.equal((await onBoard(0, 'GET /api/v1/tasks/summary')).json.totalTasks, 20)

  await page.getByTestId('boards-settings').locator('summary').click()
  await page.getByTestId('added-by-names').check()
  await page.getByTestId('added-names').fill('Alan\n\n  Barbara ')
  await page.getByTestId('add-boards').click()
  await row('Barbara').waitFor()
  await waitForEqual(t, () => page.getByTestId('learner').count(), 4)

  await page.getByTestId('expires-at').fill('2026-03-20T10:00')
  await page.getByTestId('extend').click()
  await page.getByText('expire on Mar 20, 2026').waitFor()
  t.match((await dashboard()).expiresAt, '2026-03-20')

  const [download] = await Promise.all([page.waitForEvent('download'), page.getByTestId('export').click()])
  t.match(readFileSync(await download.path(), 'utf8'), /Ada/)

  await page.getByTestId('code-settings').locator('summary').click()
  await page.getByTestId('replace-code').click()
  await page.getByTestId('confirm').click()
  await page.getByTestId('join-code').filter({ hasNotText: created.joinCode }).waitFor()
  await page.getByTestId('replace-secret').click()
  await page.getByTestId('confirm').click()
  const secret = await page.getByTestId('replaced-secret').innerText()
  t.equal((await trainer('GET ', { token: secret })).status, 200)
  await page.getByTestId('freeze').click()
  await page.getByTestId('frozen').waitFor()
  t.strictSame(takeProblems(), [], 'the page continues with the new secret')
})

t.test('the trainer configures hints, and sees which ones a learner has taken', async (t) => {
  const { page, row, trainer, onBoard, takeProblems } = await openClass(t)
  const form = (name: string) => page.getByTestId(`exercise-form-${name}`)
  await page.getByTestId('exercise-settings').locator('summary').first().click()
  await form('hints').selectOption('counted')
  await form('feedback').selectOption('after')
  await waitForEqual(t, () => form('hints').isDisabled(), true)
  await waitForEqual(t, () => form('hints').inputValue(), 'off')
  await page.getByText('Hints reveal faults, so there are none while verdicts are hidden.').waitFor()
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
  await page.getByTestId('save-exercise').click()
  t.match((await saved).request().postDataJSON(), { hints: 'off', feedback: 'after' })
  await form('feedback').selectOption('immediate')
  await form('hints').selectOption('counted')
  await form('profile').selectOption('stormy')
  await page.getByText('Three times the rates in the specification.').waitFor()
  await form('profile').selectOption('')
  await page.getByText('The faults of the boards stay as they are.').waitFor()
  t.equal(await page.getByTestId('learner-hints').count(), 0)
  await page.getByTestId('save-exercise').click()
  await row('Ada').getByTestId('learner-hints').waitFor()
  await page.locator('[data-testid=save-exercise]:enabled').waitFor()
  t.match((await trainer('GET /exercise')).json, { hints: 'counted', feedback: 'immediate' })
  await form('title').fill('Find them')
  await page.getByTestId('save-exercise').click()
  await page.getByTestId('exercise').getByText('Find them').waitFor()
  t.match((await trainer('GET /exercise')).json, { hints: 'counted' })

  await onBoard(0, 'GET /api/buggy/tasks/1', { headers: { 'x-request-id': 'one' }, unchecked: true })
  await onBoard(0, 'POST /requests/one/hints')
  await row('Ada').getByTestId('learner-requests').getByText('1').waitFor()
  await row('Ada').getByTestId('open-learner').click()
  await page.getByTestId('journal-hints').getByText('1 hint', { exact: true }).waitFor()
  await waitForEqual(t, () => page.getByTestId('score-hints').innerText(), '1')
  t.equal(await page.getByTestId('score-credit').count(), 0)
  await onBoard(0, 'POST /requests/one/hints')
  await page.getByTestId('journal-hints').getByText('2 hints').waitFor()
  await onBoard(0, 'POST /claims', { json: { requestId: 'one', fault: 'date-mix' } })
  await page.getByTestId('score-credit').getByText('0.25').waitFor()
  await waitForEqual(t, () => row('Ada').getByTestId('learner-hints').innerText(), '2')
  await waitForEqual(t, () => row('Ada').getByTestId('learner-credit').innerText(), '0.25')
  t.strictSame(await accessibilityProblems(page), [])
  t.strictSame(takeProblems(), [])
})

t.test('the form of the exercise keeps what was not saved when another client starts an exercise', async (t) => {
  const { page, trainer, takeProblems } = await openClass(t)
  const title = page.getByTestId('exercise-form-title')
  const another = async (name: string, minutes: number) => {
    const json = { title: name, startsAt: minute(minutes), endsAt: '2026-04-01T10:00:30Z' }
    t.equal((await trainer('PUT /exercise', { json })).status, 200)
    await page.getByTestId('exercise').getByText(name).waitFor()
  }
  await page.getByTestId('exercise-settings').locator('summary').first().click()
  await another('Before', -3)
  await waitForEqual(t, () => title.inputValue(), 'Before')
  await title.fill('Mine')
  await another('Theirs', -2)
  await waitForEqual(t, () => title.inputValue(), 'Mine')
  page.once('dialog', (question) => question.dismiss())
  const asked = page.waitForEvent('dialog')
  await page.evaluate('location.reload()')
  t.equal((await asked).type(), 'beforeunload')
  await waitForEqual(t, () => title.inputValue(), 'Mine')
  await page.getByTestId('save-exercise').click()
  await page.getByTestId('exercise').getByText('Mine').waitFor()
  await page.locator('[data-testid=save-exercise][aria-disabled=false]').waitFor()
  t.match((await trainer('GET /exercise')).json, { startsAt: minute(-2), endsAt: '2026-04-01T10:00:30Z' })
  await another('Afterwards', -1)
  await waitForEqual(t, () => title.inputValue(), 'Afterwards', 'everything was saved')
  t.strictSame(takeProblems(), [])
})

t.test('the form of the exercise stores only what was edited since it was saved', async (t) => {
  const { page, trainer } = await openClass(t)
  const field = (name: string) => page.getByTestId(`exercise-form-${name}`)
  const change = async (json: object) => {
    const { json: exercise } = await trainer('GET /exercise')
    t.equal((await trainer('PUT /exercise', { json: { ...exercise, ...json } })).status, 200)
  }
  const save = async () => {
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
    await page.getByTestId('save-exercise').click()
    const response = await saved
    await page.locator('[data-testid=save-exercise][aria-disabled=false]').waitFor()
    return response.request().postDataJSON()
  }
  await page.getByTestId('exercise-settings').locator('summary').first().click()
  const times = { startsAt: minute(-3), endsAt: '2026-04-01T10:00:30Z' }
  t.equal((await trainer('PUT /exercise', { json: { title: 'Once', ...times } })).status, 200)
  await page.getByTestId('exercise').getByText('Once').waitFor()
  await field('title').fill('Mine')
  await field('end').fill('2099-01-01T12:00')
  await field('profile').selectOption('stormy')
  t.match(await save(), { title: 'Mine', faults: { profile: 'stormy' } })
  await page.getByTestId('exercise').getByText('Mine').waitFor()

  await field('instructions').fill('Use **buggy**.')
  await change({ title: 'Theirs', endsAt: '2099-01-02T12:00:00Z', feedback: 'after' })
  await page.getByTestId('exercise').getByText('Theirs').waitFor()
  await waitForEqual(t, () => field('title').inputValue(), 'Theirs')
  const sent = await save()
  t.notOk('faults' in sent, 'the faults stay as they are')
  t.match((await trainer('GET /exercise')).json, {
    title: 'Theirs',
    instructions: 'Use **buggy**.',
    endsAt: '2099-01-02T12:00:00Z',
    feedback: 'after',
  })

  await field('end').fill('')
  await save()
  t.equal((await trainer('GET /exercise')).json.endsAt, null, 'an exercise whose end is cleared has none')
})

t.test('the form changes an exercise that has ended, and restarts it only if the trainer says so', async (t) => {
  const { page, row, trainer, claim, takeProblems } = await openClass(t, { timezoneId: 'Europe/Berlin' })
  const read = async () => (await trainer('GET /exercise')).json
  const save = async () => {
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
    await page.getByTestId('save-exercise').click()
    const response = await saved
    await page.locator('[data-testid=save-exercise][aria-disabled=false]').waitFor()
    return response.status()
  }
  const claims = row('Ada').getByTestId('learner-claims')
  // The field of the browser cannot show this end.
  const running = {
    title: 'Fnid faults',
    challenges: ['head', 'http', 'title-100', 'first-hour'],
    startsAt: minute(-3),
    endsAt: '9999-12-31T23:59:59Z',
  }
  t.equal((await trainer('PUT /exercise', { json: running })).status, 200)
  await claim(0, 'one')
  await claims.getByText('1').waitFor()
  await page.getByTestId('exercise').getByText('Fnid faults').waitFor()
  await page.getByTestId('exercise-settings').locator('summary').first().click()
  await page.getByTestId('exercise-form-task').fill('Look at the dates.')
  t.equal(await save(), 200)
  t.match(await read(), { ...running, task: 'Look at the dates.' })

  const ended = { ...(await read()), endsAt: minute(-1) }
  t.equal((await trainer('PUT /exercise', { json: ended })).status, 200)
  await page.getByTestId('class-bar').getByText('Ended').waitFor()
  await page.getByTestId('exercise-form-title').fill('Find faults')
  t.equal(await save(), 409, 'the result of an exercise that has ended never changes (decision 100)')
  t.match(await read(), { startsAt: minute(-3), endsAt: minute(-1), title: 'Fnid faults', state: 'ended' })
  for (const end of ['2099-01-01T12:00', '']) {
    await page.getByTestId('exercise-form-end').fill(end)
    t.equal(await save(), 409)
  }
  await waitForEqual(t, () => claims.innerText(), '1', 'the scores are still there')
  const changes: string[] = []
  page.on('request', (request) => request.method() === 'PUT' && changes.push(request.url()))
  for (const choose of [
    () => page.getByTestId('exercise-form-restart').check(),
    () => page.getByTestId('exercise-form-start').fill('2026-03-02T08:00'),
    () => page.getByTestId('exercise-form-start').fill(''),
    () => page.getByTestId('template-five-faults').click(),
  ]) {
    await choose()
    await page.getByTestId('exercise-form-title').press('Enter')
    await page.getByText('This deletes the claims, scores, solved challenges').waitFor()
    // The focus is on the button that cancels. Enter in a field does not confirm either.
    await page.getByTestId('exercise-form-title').press('Enter')
    await page.getByTestId('cancel-question').click()
    await page.locator('[data-testid=save-exercise]:focus').waitFor()
  }
  t.strictSame(changes, [])
  t.match(await read(), { title: 'Fnid faults' })
  const restarted = page.waitForResponse((response) => response.request().method() === 'PUT')
  await page.getByTestId('save-exercise').click()
  await page.getByTestId('confirm').click()
  t.equal((await restarted).status(), 200)
  await claims.getByText('0').waitFor()
  t.ok(takeProblems().every((problem) => problem.includes('409')))
})

t.test('a trainer whose clock is wrong starts an exercise again at once', async (t) => {
  const { page, trainer } = await openClass(t, {}, { clock: Date.now })
  const before = new Date(Date.now() - 3_600_000).toISOString()
  await trainer('PUT /exercise', { json: { title: 'Once', startsAt: before } })
  await page.getByTestId('exercise').getByText('Once').waitFor()
  await page.clock.setFixedTime(Date.now() + 3_600_000)
  await page.getByTestId('exercise-settings').locator('summary').first().click()
  await page.getByTestId('exercise-form-title').fill('Once more')
  await page.getByTestId('exercise-form-restart').check()
  await page.getByTestId('save-exercise').click()
  await page.getByTestId('exercise').getByText('Once more').waitFor()
  await waitForEqual(t, () => page.getByTestId('exercise-state').innerText(), 'The exercise is running.')
  t.ok((await trainer('GET /exercise')).json.startsAt > before)
})

t.test('the countdown of an exercise does not depend on the clock of the browser', async (t) => {
  const { page, trainer, service, boards, takeProblems } = await openClass(t, {}, { clock: Date.now })
  const endsAt = new Date(Date.now() + 90 * 60_000).toISOString()
  await trainer('PUT /exercise', { json: { title: 'An hour and a half', endsAt } })
  for (const path of ['/class/', `/b/${boards[0].id}/`]) {
    // The clock goes ten minutes wrong, in both directions.
    for (const minutes of [-10, 10]) {
      await page.clock.setFixedTime(Date.now() + minutes * 60_000)
      await page.goto(service.origin + path)
      await page.getByTestId('exercise').getByText('An hour and a half').waitFor()
      await waitForMatch(
        t,
        () => page.getByTestId('exercise-countdown').innerText(),
        /\b1:(30:00|2[5-9]:\d\d)\b/,
        `${path} ${minutes}`,
      )
    }
  }
  t.strictSame(takeProblems(), [])
})

t.test('the form of the faults shows what is active, and keeps what the trainer does not change', async (t) => {
  const { page, trainer, token, boards, service } = await openClass(t)
  const readFaults = async () => (await service.send(`GET /boards/${boards[1].id}/faults`, { token })).json
  const [profile, seed] = [page.getByTestId('fault-profile'), page.getByTestId('fault-seed')]
  async function save() {
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
    await page.getByTestId('save-faults').click()
    t.equal((await saved).status(), 204)
    await page.locator('[data-testid=save-faults][aria-disabled=false]').waitFor()
  }
  const summary = page.getByTestId('fault-settings').locator('summary')
  await summary.click()
  await profile.getByText('a script of faults').waitFor({ state: 'attached' })
  await waitForEqual(t, () => seed.inputValue(), '', 'each board has its own seed')
  await save()
  t.match(await readFaults(), EVERY_SECOND)

  await trainer('PUT /exercise', { json: { title: 'Storm', faults: { profile: 'stormy', seed: 7 } } })
  await profile.locator('option:checked').getByText('stormy').waitFor({ state: 'attached' })
  await waitForEqual(t, () => seed.inputValue(), '7')
  await seed.fill('8')
  await save()
  t.match(await readFaults(), { profile: 'stormy', seed: 8 })

  await summary.click()
  await trainer('PUT /faults', { json: { profile: 'calm', seed: 9 } })
  await summary.click()
  await profile.locator('option:checked').getByText('calm').waitFor({ state: 'attached' })
  await waitForEqual(t, () => seed.inputValue(), '9')
})

t.test('a message that the service does not respond disappears when it responds again', async (t) => {
  const { page, service } = await openClass(t)
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
  const { page, trainer } = await openClass(t)
  await trainer('POST /secret')
  await page.getByTestId('refused').waitFor()
  await page.getByTestId('sign-out').click()
  await page.locator('h1:focus').getByText('Your class').waitFor()
  await page.getByTestId('trainer-secret').fill('wrong')
  await page.getByTestId('sign-in').click()
  await page.locator('.failure').getByText('no class with this trainer secret').waitFor()
  await waitForEqual(t, () => page.evaluate('sessionStorage.length'), 0)
})

t.test('a trainer creates a class on the page, and invalid names are refused', async (t) => {
  const { origin } = await startListening(t, { creators: 'admin', adminToken: ADMIN_TOKEN })
  const { page } = await openPage(t, origin)
  await page.goto(`${origin}/class`)
  await page.getByTestId('trainer-secret').fill('wrong')
  await page.getByTestId('sign-in').click()
  const notSignedIn = page.locator('.failure').getByText('no class with this trainer secret')
  await notSignedIn.waitFor()
  await page.getByTestId('create-class').click()
  await page.locator('.failure').getByText('token').waitFor()
  await waitForEqual(t, () => notSignedIn.count(), 0, 'only the last form has a message')
  await page.getByText('Administrator token (if required)').click()
  await page.getByTestId('class-admin-token').fill(ADMIN_TOKEN)
  await page.getByTestId('create-class').click()
  await page.locator('.failure').getByText('Validation failed').waitFor()
  await waitForEqual(t, () => page.getByTestId('class-name').getAttribute('aria-invalid'), 'true')
  await page.getByTestId('learner-by-names').check()
  await page.getByTestId('create-class').click()
  await page.getByText('Enter at least one name.').waitFor()
  const isRed = `
    getComputedStyle(document.querySelector('[data-testid=class-name]')).borderTopColor ===
    getComputedStyle(document.querySelector('.problem')).color
  `
  await waitForEqual(t, () => page.evaluate<boolean>(isRed), true, 'the field has a red border')
  await page.getByTestId('class-name').fill('Created here')
  await page.getByTestId('learner-names').fill('Ada\nGrace')
  await page.getByTestId('create-class').click()
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
  await page.getByTestId('sign-out').click()
  await page.getByTestId('trainer-secret').fill(ADMIN_TOKEN)
  await page.getByTestId('sign-in').click()
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
  await page.getByTestId('close-learner').click()
  await page.getByTestId('sign-out').click()
  t.strictSame(await layoutProblems(page), [], 'the sign-in')
})
