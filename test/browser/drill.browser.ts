import t from 'tap'
import { accessibilityProblems, layoutProblems } from './accessibility.js'
import { openBoard } from './board-page.js'
import { startBrowser } from './browser.js'
import { openClass } from './open-class.js'
import { waitForEqual, waitForMatch } from './wait-for.js'

const openPage = await startBrowser(t)

const DRILL = { profile: 'throttled', seed: 1 }
const ENDS = new Date(Date.now() + 3_600_000).toISOString()

t.test('a learner does a drill from the board page, with the request sender and with own code', async (t) => {
  const { page, board, base, service, takeProblems } = await openBoard(t, openPage)
  await board.asOwner('PUT /exercise', { json: { title: 'Survive', task: 'Survive `buggy`.', drill: DRILL } })
  await page.getByTestId('exercise-task').locator('code').getByText('buggy').waitFor()
  await page.locator('[data-testid=tab-drill][aria-selected=true]').waitFor()
  await page.getByTestId('first-run').waitFor({ state: 'detached' })
  const state = page.getByTestId('drill-state')
  await waitForMatch(t, () => state.innerText(), 'Waiting for the first request')
  await page.getByTestId('drill-task').getByText('GET /tasks/999999').waitFor()
  await waitForEqual(t, () => page.getByTestId('drill-url').innerText(), `${base}/api/buggy`)

  await page.getByTestId('start-drill').click()
  await page.getByText('This deletes all tasks of the board.').waitFor()
  await page.getByTestId('confirm').click()
  await page.getByTestId('task').first().waitFor({ state: 'detached' })
  await page.getByTestId('drill-begins').getByText('The board was emptied.').waitFor()
  await page.getByTestId('start-drill').click()
  await page.getByTestId('confirm').waitFor()
  await page.getByTestId('send-in-drill').click()
  await page.locator('[data-testid=sender-path]:focus').waitFor()
  await waitForEqual(t, () => page.getByTestId('sender-variant').inputValue(), 'buggy')
  await page.getByTestId('sender-path').fill('/tasks/999999')
  await page.getByTestId('send-request').click()
  await page.getByTestId('sender-status').getByText('404').waitFor()
  await waitForEqual(t, () => page.getByTestId('drill-badge').innerText(), '1 request')
  await page.getByTestId('request').first().waitFor()
  t.equal(await page.getByTestId('report-fault').count(), 0, 'a drill has nothing to report')

  for (const path of ['/tasks/999999', '/tasks?page=0&size=2']) await (await fetch(`${base}/api/buggy${path}`)).text()
  await page.getByTestId('tab-drill').click()
  await waitForMatch(t, () => state.innerText(), /Running\s+3 requests/)
  t.equal(await page.getByTestId('confirm').count(), 0, 'the question was about another state')
  await page.getByTestId('start-drill').click()
  await page.getByText('This discards the present run without a result').waitFor()
  takeProblems()
  await page.getByTestId('give-up-drill').click()
  await waitForMatch(t, () => state.innerText(), /Finished\s+3 requests/)
  await waitForMatch(t, () => page.getByTestId('drill-percent').innerText(), /^\d+(\.\d)?%$/)
  t.equal(await page.locator('[data-testid=drill-goal]').count(), 5)
  await page.locator('[data-testid=drill-goal][data-reached=true]').first().waitFor()
  const wrong = page.getByTestId('drill-wrong-situations').locator('[data-situation=refused-request]')
  await waitForMatch(t, () => wrong.getByTestId('drill-reason').innerText(), 'repeated the request unchanged after 404')
  t.strictSame(await layoutProblems(page), [])
  await wrong.getByTestId('drill-request').nth(1).click()
  const opened = page.locator('[data-testid=open-request][aria-expanded=true]:focus')
  await waitForMatch(t, () => opened.innerText(), '/api/buggy/tasks/999999')

  await page.getByTestId('tab-drill').click()
  await page.getByTestId('start-drill').click()
  await page.getByTestId('confirm').click()
  await waitForMatch(t, () => state.innerText(), 'Waiting for the first request')
  await board.asOwner('PUT /exercise', { json: { title: 'Survive', drill: DRILL, feedback: 'after', endsAt: ENDS } })
  await (await fetch(`${base}/api/buggy/tasks/999999`)).text()
  await page.getByTestId('finish-drill').click()
  await page.getByText('You will see the result after the exercise ends.').first().waitFor()
  t.equal(await page.getByTestId('drill-report').count(), 0)
  await board.asOwner('PUT /exercise', { json: { title: 'Survive' } })
  await page.getByTestId('tab-drill').waitFor({ state: 'detached' })
  await service.app.flushLogs()
  t.strictSame(takeProblems(), [])
})

t.test(
  'a trainer gives the exercise a drill, which other changes keep, and sees the score of each learner',
  async (t) => {
    const { page, trainer, onBoard, row, takeProblems } = await openClass(t, openPage)
    const stored = async () => (await trainer('GET /exercise')).json.drill
    await page.getByTestId('open-exercise').click()
    const drill = page.getByTestId('exercise-form-drill')
    await drill.selectOption('network')
    await page.getByTestId('save-exercise').click()
    await row('Ada').getByTestId('learner-drill').waitFor()
    const chosen = await stored()
    t.match(chosen, { profile: 'network', seed: Number })

    await onBoard(0, 'GET /api/buggy/tasks/999999', { unchecked: true })
    await waitForEqual(t, () => row('Ada').getByTestId('learner-drill').innerText(), 'running')
    await page.getByTestId('exercise-form-title').fill('Survive a bad network')
    await page.getByTestId('save-exercise').click()
    await waitForMatch(t, () => page.getByTestId('exercise').innerText(), 'Survive a bad network')
    t.strictSame(await stored(), chosen, 'the run goes on')

    await onBoard(0, 'POST /drill/finish', { json: { success: true } })
    // One goal of five is reached, and one situation is right.
    await waitForEqual(t, () => row('Ada').getByTestId('learner-drill').innerText(), '33.3%')
    await waitForEqual(t, () => row('Grace').getByTestId('learner-drill').innerText(), '–')
    await page.getByTestId('sort-drill').click()
    await row('Ada').getByTestId('open-learner').click()
    const dialog = page.getByTestId('learner-dialog')
    await dialog.locator('[data-testid=drill-goal][data-reached=true]').waitFor()
    await dialog.getByTestId('drill-right-situations').locator('summary').click()
    await dialog.getByText('The client did not repeat the request after 404.').waitFor()
    t.strictSame(await accessibilityProblems(page), [])
    await page.getByTestId('close-learner').click()

    await drill.selectOption('throttled')
    await page.getByTestId('save-exercise').click()
    await page.getByText('Another drill deletes the drill runs').waitFor()
    await page.getByTestId('cancel-question').click()
    t.strictSame(await stored(), chosen)
    await drill.selectOption('')
    await page.getByTestId('save-exercise').click()
    await page.getByTestId('confirm').click()
    await page.getByTestId('learner-drill').first().waitFor({ state: 'detached' })
    t.equal(await stored(), undefined)
    await page.getByTestId('template-drill').click()
    await waitForEqual(t, () => drill.inputValue(), 'hostile')
    await page.getByTestId('template-exam').click()
    await waitForEqual(t, () => drill.inputValue(), '')
    t.strictSame(takeProblems(), [])
  },
)
