import { readFileSync } from 'node:fs'
import t from 'tap'
import { EVERY_SECOND } from '../classroom/training/learner.js'
import { accessibilityProblems } from './accessibility.js'
import { openClass } from './open-class.js'
import { operate } from './operate.js'
import { waitForEqual } from './wait-for.js'

t.test('the trainer configures the class', async (t) => {
  const { page, row, created, trainer, onBoard, dashboard } = await openClass(t)
  await page.getByTestId('freeze').click()
  t.equal(await page.getByTestId('frozen-clock').count(), 0, 'the exercise has no end')
  await page.getByTestId('frozen').waitFor()
  t.equal((await onBoard(0, 'DELETE /api/v1/tasks', { unchecked: true })).status, 423)
  await page.getByTestId('freeze').click()
  await page.getByTestId('frozen').waitFor({ state: 'detached' })

  await page.getByTestId('exercise-settings').locator('summary').first().click()
  await page.getByTestId('exercise-form-title').fill('Find the broken responses')
  await operate(page, { 'exercise-form-instructions': 'Use **buggy**.', 'exercise-form-feedback': { option: 'after' } })
  await operate(page, { 'exercise-form-end': '2099-01-01T12:00', 'exercise-form-profile': { option: 'stormy' } })
  await page.getByTestId('save-exercise').click()
  await page.getByTestId('exercise').getByText('Find the broken responses').waitFor()
  await page.getByTestId('exercise-instructions').locator('strong').getByText('buggy').waitFor()
  t.match((await trainer('GET /exercise')).json, { feedback: 'after', endsAt: /^2099-01-01T\d\d:00:00Z$/ })

  await page.getByTestId('fault-settings').locator('summary').click()
  await operate(page, { 'fault-profile': { option: 'only-date-mix' }, 'fault-seed': '7' })
  const saved = page.waitForResponse((response) => response.url().endsWith('/faults'))
  await page.getByTestId('save-faults').click()
  t.equal((await saved).status(), 204)

  await onBoard(0, 'DELETE /api/v1/tasks')
  const reset = page.waitForResponse((response) => response.url().endsWith('/reset'))
  await operate(page, 'reset-demo', 'confirm')
  t.equal((await reset).status(), 204)
  t.equal((await onBoard(0, 'GET /api/v1/tasks/summary')).json.totalTasks, 20)

  await page.getByTestId('boards-settings').locator('summary').click()
  await operate(page, { 'added-by-names': true, 'added-names': 'Alan\n\n  Barbara ' }, 'add-boards')
  await row('Barbara').waitFor()
  await waitForEqual(t, () => page.getByTestId('learner').count(), 4)

  await operate(page, { 'expires-at': '2026-03-20T10:00' }, 'extend')
  await page.getByText('expire on Mar 20, 2026').waitFor()
  t.match((await dashboard()).expiresAt, '2026-03-20')

  const [download] = await Promise.all([page.waitForEvent('download'), page.getByTestId('export').click()])
  t.match(readFileSync(await download.path(), 'utf8'), /Ada/)

  await page.getByTestId('code-settings').locator('summary').click()
  await operate(page, 'replace-code', 'confirm')
  await page.getByTestId('join-code').filter({ hasNotText: created.joinCode }).waitFor()
  await operate(page, 'replace-secret', 'confirm')
  const secret = await page.getByTestId('replaced-secret').innerText()
  t.equal((await trainer('GET ', { token: secret })).status, 200)
  await page.getByTestId('freeze').click()
  await page.getByTestId('frozen').waitFor()
})

t.test('the trainer configures hints, and sees which ones a learner has taken', async (t) => {
  const { page, row, trainer, onBoard } = await openClass(t)
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
  await waitForEqual(t, page.getByTestId('score-hints'), '1')
  t.equal(await page.getByTestId('score-credit').count(), 0)
  await onBoard(0, 'POST /requests/one/hints')
  await page.getByTestId('journal-hints').getByText('2 hints').waitFor()
  await onBoard(0, 'POST /claims', { json: { requestId: 'one', fault: 'date-mix' } })
  await page.getByTestId('score-credit').getByText('0.25').waitFor()
  await waitForEqual(t, row('Ada').getByTestId('learner-hints'), '2')
  await waitForEqual(t, row('Ada').getByTestId('learner-credit'), '0.25')
  t.strictSame(await accessibilityProblems(page), [])
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
