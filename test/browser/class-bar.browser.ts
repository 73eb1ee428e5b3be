import t from 'tap'
import { codeProblems } from './accessibility.js'
import { visit } from './browser.js'
import { openClass } from './open-class.js'
import { operate } from './operate.js'
import { waitForEqual } from './wait-for.js'

/** How long an exercise takes, in minutes. */
const minutesOf = ({ startsAt, endsAt }: { startsAt: string; endsAt: string }) =>
  Math.round((Date.parse(endsAt) - Date.parse(startsAt)) / 60_000)

t.test('the trainer starts an exercise, moves its end and ends it, and learners then see their score', async (t) => {
  const { page, trainer, service, boards, claim } = await openClass(t, {}, { clock: Date.now })
  const bar = page.getByTestId('class-bar')
  const readExercise = async () => (await trainer('GET /exercise')).json
  const planned = { title: 'Look', feedback: 'after', message: 'Look at the dates.', startsAt: '2099-01-01T00:00:00Z' }
  await trainer('PUT /exercise', { json: planned })
  await bar.getByText('Not started yet').waitFor()
  await operate(page, { 'duration-45': true }, 'start-now')
  await page.locator('#class-bar:focus').getByText('Running').waitFor()
  t.match(await readExercise(), { title: 'Look', feedback: 'after', message: planned.message, state: 'running' })
  t.equal(minutesOf(await readExercise()), 45)
  await page.getByTestId('add-minutes').click()
  await page
    .getByTestId('bar-countdown')
    .getByText(/^(50|4[6-9]):/)
    .waitFor()
  await page.getByTestId('end-in-15').click()
  await page
    .getByTestId('bar-countdown')
    .getByText(/^1[0-5]:/)
    .waitFor()

  await page.getByTestId('freeze').click()
  await page.getByTestId('frozen-clock').getByText('the time of the exercise goes on').waitFor()
  await page.getByTestId('freeze').click()
  await page.getByTestId('frozen-clock').waitFor({ state: 'detached' })

  const learner = await visit(t, `${service.origin}/b/${boards[0].id}/#score`)
  await learner.getByText('You will see your score after the exercise ends.').waitFor()
  await claim(0, 'one')
  await page.getByTestId('end-now').click()
  await page.getByText('Learners can make no more claims, and see the feedback.').waitFor()
  await page.getByTestId('confirm').click()
  await bar.getByText('Ended').waitFor()
  await page.getByTestId('open-debrief').waitFor()
  t.ok(((await bar.boundingBox())?.height ?? 800) < 80, 'the bar of a laptop has one row')
  await page.getByTestId('filter-working').getByText('0').waitFor()
  await page.getByTestId('open-debrief').click()
  await page.getByTestId('debrief-numbers').or(page.getByTestId('debrief-empty')).waitFor()
  await page.getByTestId('toggle-projector').click()
  await learner.getByTestId('score-found').getByText('1').waitFor()

  await operate(page, { 'duration-none': true }, 'start-again', 'confirm')
  await bar.getByText('Running without an end').waitFor()
  const again = await readExercise()
  t.match(again, { state: 'running', endsAt: null })
  t.equal(again.message, null, 'the message was about the last exercise')
  await page.getByTestId('learner-claims').first().getByText('0').waitFor()
})

t.test('learners see a message of the trainer on their board pages at once', async (t) => {
  const { page, service, boards } = await openClass(t)
  const learner = await visit(t, `${service.origin}/b/${boards[0].id}/`)
  await learner.getByTestId('exercise').waitFor()
  await waitForEqual(t, learner.getByTestId('message'), '')
  await page.clock.install()
  await page.getByTestId('open-message').click()
  await page.locator('[data-testid=message-input]:focus').fill('Look at the **dates**.')
  await page.getByTestId('send-message').click()
  await learner.getByTestId('message').locator('strong').getByText('dates').waitFor()
  t.equal(await learner.getByTestId('message-toast').count(), 0, 'the notice is in sight')
  await page.getByTestId('message-sent').getByText('was sent').waitFor()
  await page.clock.fastForward(21_000)
  await waitForEqual(t, page.getByTestId('message-sent'), '', 'it does not stay')
  await waitForEqual(t, () => page.getByTestId('message-form').isVisible(), false)
  await operate(page, 'open-message', 'remove-message')
  await learner.getByTestId('message-text').waitFor({ state: 'detached' })
})

t.test('a template fills in the form of the exercise, which can also start later', async (t) => {
  const { page, trainer, boards, service, token } = await openClass(t, {}, { clock: Date.now })
  const readExercise = async () => (await trainer('GET /exercise')).json
  const save = async () => {
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
    await page.getByTestId('save-exercise').click()
    t.equal((await saved).status(), 200)
  }
  await page.getByTestId('open-exercise').click()
  await page.getByTestId('template-first-hour').press('Enter')
  await page.locator('[data-testid=save-exercise]:focus').waitFor()
  await save()
  await page.getByTestId('exercise').getByText('Your first hour with an API').waitFor()
  await page.locator('#class-bar:focus').waitFor()
  await page.setViewportSize({ width: 1280, height: 800 })
  const hasOneRow = async () => ((await page.getByTestId('class-bar').boundingBox())?.height ?? 800) < 80
  await waitForEqual(t, hasOneRow, true, 'the bar of a laptop has one row')
  const started = await readExercise()
  t.match(started, { state: 'running', hints: 'free', challenges: ['first-hour'], solutions: 'solved' })
  t.equal(minutesOf(started), 60)
  t.match((await service.send(`GET /boards/${boards[0].id}/faults`, { token })).json, { profile: 'stormy' })

  t.strictSame(await codeProblems(page), [])
  await operate(page, 'open-exercise', 'template-exam', { 'path-http': true }, 'open-picker', { 'pick-head': true })
  await page.getByTestId('challenge-search').fill('TITLE 100')
  await page.getByTestId('pick-head').waitFor({ state: 'detached' })
  await page.getByTestId('pick-title-100').check()
  await page.getByTestId('challenge-search').press('Enter')
  await page.getByTestId('open-picker').getByText('2 chosen').waitFor()
  await operate(page, { 'exercise-form-challenge-hints': { option: 'off' }, 'exercise-form-start': '2099-01-01T09:00' })
  await save()
  await page.getByTestId('class-bar').getByText('Not started yet').waitFor()
  const { startsAt, endsAt, ...scheduled } = await readExercise()
  t.match(scheduled, { feedback: 'after', challenges: ['http', 'head', 'title-100'], challengeHints: 'off' })
  t.equal(Date.parse(endsAt) - Date.parse(startsAt), 45 * 60_000)
  await page.getByTestId('exercise-task').locator('code').getByText('/api/buggy').waitFor()
  t.strictSame(await codeProblems(page), [])
})
