import t from 'tap'
import { minute } from '../classroom/training/learner.js'
import { accessibilityProblems, layoutProblems, PHONE } from './accessibility.js'
import { openClass } from './open-class.js'
import { waitForEqual, waitForMatch } from './wait-for.js'

t.test('the debrief shows no other response with the request id of a missed fault', async (t) => {
  const { page, trainer, onBoard, service } = await openClass(t)
  const script = [['server-error'], []]
  await trainer('PUT /exercise', { json: { endsAt: minute(45), faults: { script } } })
  for (const _ of script)
    await onBoard(0, 'GET /api/buggy/tasks', { headers: { 'x-request-id': 'trace' }, unchecked: true })
  await service.app.flushLogs()
  service.clock.now += 1000
  await trainer('PUT /exercise', {
    json: { ...(await trainer('GET /exercise')).json, endsAt: new Date(service.clock.now).toISOString() },
  })
  await page.getByTestId('open-debrief').click()
  await page.getByTestId('debrief-numbers').getByText('Found: 0 of 1').waitFor()
  await page.getByTestId('not-recorded').waitFor()
  t.equal(await page.getByTestId('debrief-request').count(), 0)
})

t.test('the debrief shows the challenges, with names only if the trainer projects them', async (t) => {
  const { page, trainer, onBoard, service } = await openClass(t)
  const exercise = { challenges: ['read-task', 'first-list'], endsAt: minute(45), faults: { profile: 'none' } }
  await trainer('PUT /exercise', { json: exercise })
  await onBoard(1, 'GET /api/v1/tasks')
  service.clock.now += 1000
  await onBoard(0, 'GET /api/v1/tasks')
  await trainer('PUT /exercise', {
    json: { ...(await trainer('GET /exercise')).json, endsAt: new Date(service.clock.now).toISOString() },
  })
  await page.getByTestId('open-debrief').click()
  const most = page.getByTestId('most-solved')
  await most.getByText('Read the list of tasks').waitFor()
  await waitForMatch(t, most, /Solved by 2 of 2 learners\.\s/)
  await waitForMatch(t, page.getByTestId('least-solved'), /Read one task.*\s+Nobody has solved it\./)
  t.equal(await page.getByText('Grace').count(), 0, 'no names')
  await page.getByTestId('ranking-setting').selectOption('names')
  await most.getByText('Grace was first.').waitFor()
  await most.getByTestId('reveal-solution').click()
  await waitForEqual(t, most.getByTestId('debrief-solution'), 'curl $BOARD/api/v1/tasks')
  t.strictSame(await accessibilityProblems(page), [])
  await page.setViewportSize(PHONE)
  t.strictSame(await layoutProblems(page), [])
})
