import t from 'tap'
import { EVERY_SECOND, MINUTE, minute } from '../classroom/training/learner.js'
import { layoutProblems, PHONE } from './accessibility.js'
import { openProjector } from './open-projector.js'
import { operate } from './operate.js'
import { waitForEqual, waitForMatch } from './wait-for.js'

t.test('after the exercise, the projector shows the podium and what was missed', async (t) => {
  const script = [['date-mix'], ['server-error'], ['server-error']]
  const { page, onBoard, service } = await openProjector(
    t,
    { viewport: PHONE },
    { endsAt: minute(45), faults: { script, scriptEnd: 'repeat' } },
  )
  for (const id of ['one', 'two', 'three'])
    await onBoard(0, 'GET /api/buggy/tasks?size=1', { headers: { 'x-request-id': id }, unchecked: true })
  await onBoard(1, 'GET /api/buggy/tasks?size=1', { headers: { 'x-request-id': 'one' }, unchecked: true })
  await onBoard(0, 'POST /claims', { json: { requestId: 'two', fault: 'server-error' } })
  await page.getByTestId('show-debrief').click()
  await page.getByTestId('debrief-later').waitFor()
  service.clock.now += 46 * MINUTE
  await page.getByTestId('debrief-numbers').getByText('Found: 0 of 2. Missed by 2 learners.').waitFor()
  await waitForMatch(t, page.getByTestId('expected').locator('mark').first(), /At": "20/)
  await page.keyboard.press('PageDown')
  await page.getByTestId('debrief-numbers').getByText('Found: 1 of 2. Missed by 1 learner.').waitFor()
  await page.getByTestId('difference').getByText('The status is 500 instead of 200.').waitFor()
  t.strictSame(await layoutProblems(page), [])
  await page.reload()
  await page.getByTestId('debrief').getByText('server-error', { exact: true }).waitFor()
  await page.getByTestId('debrief-previous').click()
  await page.getByTestId('debrief').getByText('date-mix', { exact: true }).waitFor()
  await operate(page, 'show-results', 'rank-names')
  await page.getByTestId('podium-step').getByText('Ada').waitFor()
  await operate(page, 'toggle-projector', 'toggle-projector', 'show-results')
  await page.getByTestId('podium-step').getByText('Ada').waitFor()
  t.strictSame(await layoutProblems(page), [])
})

t.test('learners with the same points share a step of the podium', async (t) => {
  const faults = { script: [['server-error']], scriptEnd: 'repeat' }
  const { page, onBoard, service } = await openProjector(t, {}, { endsAt: minute(45), faults })
  for (const index of [0, 1, 2]) {
    await onBoard(index, 'GET /api/buggy/tasks', { headers: { 'x-request-id': 'one' }, unchecked: true })
    await onBoard(index, 'POST /claims', { json: { requestId: 'one', fault: 'server-error' } })
  }
  service.clock.now += 46 * MINUTE
  await operate(page, 'show-results', 'rank-names')
  await waitForMatch(t, page.getByTestId('podium-step'), /^Ada\s+Grace\s+Alan\s+1\s+\d+ points?$/)
})

t.test('the projector shows a drill: its progress, the ranking, the podium, and the wrong reactions', async (t) => {
  const exercise = { drill: { profile: 'network', seed: 1 }, endsAt: minute(45) }
  const { page, trainer, onBoard, service } = await openProjector(t, {}, exercise)
  const request = (index: number) => onBoard(index, 'GET /api/buggy/tasks/999999', { unchecked: true })
  for (const index of [0, 1, 1]) await request(index)
  await operate(page, 'show-exercise', { 'ranking-setting': { option: 'names' } })
  await waitForEqual(t, page.getByTestId('figure-running'), '2')
  t.equal(await page.getByTestId('figure-found').count(), 0, 'nothing can be found in a drill')
  t.equal(await page.getByTestId('feed').count(), 0)
  const ranked = () => page.getByTestId('ranked').allInnerTexts()
  await waitForMatch(t, async () => (await ranked()).join(), /^\s*Ada\s+–,\s*Grace\s+–$/, 'nobody has a place yet')
  await page.getByTestId('show-results').click()
  await page.getByTestId('podium-empty').getByText('No client has finished a run.').waitFor()
  await onBoard(0, 'POST /drill/finish', { json: { success: true } })
  await page.getByTestId('figure-best').getByText('33.3%').waitFor()
  await waitForEqual(t, page.getByTestId('figure-finished'), '1')
  await waitForMatch(t, page.getByTestId('podium-step'), /Ada\s+1\s+33\.3%/)
  await trainer('PATCH ', { json: { frozen: true } })
  await page.getByTestId('projector-frozen').getByText('The class is frozen.').waitFor()
  service.clock.now += 46 * MINUTE
  await waitForMatch(t, async () => (await ranked()).join(), /^1\.\s*Ada\s+33\.3%,2\.\s*Grace\s+16\.6%$/)
  await page.getByTestId('show-debrief').click()
  const situation = page.getByTestId('debriefed-situation')
  await situation.getByText('Wrong in 1 of 2 cases, by the client of 1 learner.').waitFor()
  await situation.getByText('The client repeated the request unchanged after 404.').waitFor()
  t.strictSame(await layoutProblems(page), [])
})

t.test('the projector shows the finds of defects, and their debrief', async (t) => {
  const exercise = { defects: ['size-ignored'], faults: { profile: 'none' }, endsAt: minute(45) }
  const { page, onBoard, service } = await openProjector(t, {}, exercise)
  for (const index of [0, 1]) await onBoard(index, 'GET /api/v1/tasks', { unchecked: true })
  await onBoard(0, 'POST /claims', { json: { defect: 'size-ignored' } })
  await operate(page, 'show-exercise', { 'ranking-setting': { option: 'names' } })
  await page.getByTestId('figure-found').getByText('1', { exact: true }).waitFor()
  await page.getByText('faults and defects found').waitFor()
  await waitForMatch(t, page.getByTestId('ranked').first(), /1\.\s*Ada\s*1\s*points/)
  service.clock.now += 46 * MINUTE
  await page.getByTestId('show-debrief').click()
  await page.getByTestId('debrief').getByText('size-ignored', { exact: true }).waitFor()
  await page.getByTestId('debrief-numbers').getByText('Found: 1 of 2. Missed by 1 learner.').waitFor()
})

t.test('the projector ranks nobody while the exercise hides verdicts', async (t) => {
  const exercise = { feedback: 'after', faults: EVERY_SECOND, endsAt: minute(45) }
  const { page, onBoard, service } = await openProjector(t, {}, exercise)
  await onBoard(0, 'GET /api/v1/tasks')
  await operate(page, 'show-results', { 'ranking-setting': { option: 'names' } })
  await page.getByTestId('podium-empty').getByText('The places appear when the exercise ends.').waitFor()
  t.equal(await page.getByTestId('ranked').count(), 0)
  service.clock.now += 46 * MINUTE
  await page.getByTestId('podium-empty').getByText('Nobody has points.').waitFor()
  await page.getByTestId('show-debrief').click()
  await page.getByTestId('debrief-empty').getByText('The class has met no faults').waitFor()
})
