import t from 'tap'
import { minute } from '../classroom/training/learner.js'
import { openClass } from './open-class.js'
import { operate } from './operate.js'
import { waitForEqual, waitForMatch } from './wait-for.js'

t.test('the form of the exercise keeps what was not saved when another client starts an exercise', async (t) => {
  const { page, trainer } = await openClass(t)
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
  const { page, row, trainer, claim } = await openClass(t, { timezoneId: 'Europe/Berlin', allowed: /409/ })
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
  await waitForEqual(t, claims, '1', 'the scores are still there')
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
  await operate(page, 'save-exercise', 'confirm')
  t.equal((await restarted).status(), 200)
  await claims.getByText('0').waitFor()
})

t.test('a trainer whose clock is wrong starts an exercise again at once', async (t) => {
  const { page, trainer } = await openClass(t, {}, { clock: Date.now })
  const before = new Date(Date.now() - 3_600_000).toISOString()
  await trainer('PUT /exercise', { json: { title: 'Once', startsAt: before } })
  await page.getByTestId('exercise').getByText('Once').waitFor()
  await page.clock.setFixedTime(Date.now() + 3_600_000)
  await page.getByTestId('exercise-settings').locator('summary').first().click()
  await operate(page, { 'exercise-form-title': 'Once more', 'exercise-form-restart': true }, 'save-exercise')
  await page.getByTestId('exercise').getByText('Once more').waitFor()
  await waitForEqual(t, page.getByTestId('exercise-state'), 'The exercise is running.')
  t.ok((await trainer('GET /exercise')).json.startsAt > before)
})

t.test('the countdown of an exercise does not depend on the clock of the browser', async (t) => {
  const { page, trainer, service, boards } = await openClass(t, {}, { clock: Date.now })
  const endsAt = new Date(Date.now() + 90 * 60_000).toISOString()
  await trainer('PUT /exercise', { json: { title: 'An hour and a half', endsAt } })
  for (const path of ['/class/', `/b/${boards[0].id}/`]) {
    // The clock goes ten minutes wrong, in both directions.
    for (const minutes of [-10, 10]) {
      await page.clock.setFixedTime(Date.now() + minutes * 60_000)
      await page.goto(service.origin + path)
      await page.getByTestId('exercise').getByText('An hour and a half').waitFor()
      await waitForMatch(t, page.getByTestId('exercise-countdown'), /\b1:(30:00|2[5-9]:\d\d)\b/, `${path} ${minutes}`)
    }
  }
})
