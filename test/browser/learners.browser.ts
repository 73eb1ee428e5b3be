import t from 'tap'
import { EVERY_SECOND } from '../classroom/training/learner.js'
import { openClass } from './open-class.js'
import { waitForEqual } from './wait-for.js'

t.test('the trainer searches, filters and sorts the learners', async (t) => {
  const { page, join, claim, row } = await openClass(t, {}, { clock: Date.now })
  const names = () => page.getByTestId('open-learner').allInnerTexts()
  await page.getByTestId('filter-not-joined').getByText('has not joined 2').waitFor()
  await join('Grace')
  await claim(1, 'one')
  await row('Grace').getByTestId('learner-status').getByText('working').waitFor()
  await row('Grace').getByTestId('learner-activity').getByText('now').waitFor()
  await waitForEqual(
    t,
    async () => Boolean(await row('Grace').locator('.sparkline path').getAttribute('d')),
    true,
    'the request is in the sparkline',
  )
  await waitForEqual(t, names, ['Ada', 'Grace'])

  await page.getByTestId('sort-found').click()
  await page.locator('th[aria-sort=descending]').getByText('Found').waitFor()
  await waitForEqual(t, names, ['Grace', 'Ada'])
  await page.getByTestId('sort-found').click()
  await page.locator('th[aria-sort=ascending]').waitFor()
  await waitForEqual(t, names, ['Ada', 'Grace'])
  await page.getByTestId('sort-found').click()
  await page.locator('th[aria-sort=ascending]').waitFor({ state: 'detached' })
  for (const order of ['descending', 'ascending']) {
    await page.getByTestId('sort-precision').click()
    await page.locator(`th[aria-sort=${order}]`).getByText('Precision').waitFor()
    await waitForEqual(t, names, ['Grace', 'Ada'], 'learners without a value come last')
  }
  await page.getByTestId('sort-precision').click()
  await page.locator('th[aria-sort=ascending]').waitFor({ state: 'detached' })

  await page.getByTestId('filter-working').click()
  await page.getByTestId('learners-found').getByText('1 of 2 learners are shown.').waitFor()
  await waitForEqual(t, names, ['Grace'])
  await page.getByTestId('filter-working').click()
  await page.getByTestId('learner-search').fill('AD')
  await row('Grace').waitFor({ state: 'detached' })
  await waitForEqual(t, names, ['Ada'])
})

t.test('the table shows the solved challenges of each learner', async (t) => {
  const { page, row, onBoard, trainer } = await openClass(t)
  await trainer('PUT /exercise', { json: { challenges: ['first-list', 'read-task'], faults: EVERY_SECOND } })
  await row('Ada').getByTestId('learner-challenges').getByText('0/2').waitFor()
  await onBoard(0, 'GET /api/v1/tasks')
  await row('Ada').getByTestId('learner-challenges').getByText('1/2').waitFor()
  await onBoard(0, 'GET /api/v1/tasks/1')
  await row('Ada').getByTestId('learner-status').getByText('done').waitFor()
  await waitForEqual(t, row('Grace').getByTestId('learner-challenges'), '0/2')
  await row('Grace').getByTestId('open-learner').click()
  await page.getByText('Challenges (0 of 2 solved)').waitFor()
  await onBoard(1, 'GET /api/v1/tasks/1')
  await page.getByTestId('solved-challenge').getByText('Read one task').waitFor()
  await page.getByTestId('open-challenges').getByText('One is open').click()
  await page.getByTestId('open-challenge').getByText('Read the list of tasks').waitFor()
})
