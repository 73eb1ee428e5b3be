import type { Locator } from 'playwright-core'
import t, { type Test } from 'tap'
import { layoutProblems, PHONE } from './accessibility.js'
import { openBoard } from './board-page.js'
import { VIEWPORT } from './browser.js'
import { holdResponse } from './hold-response.js'
import { operate } from './operate.js'
import { waitForEqual, waitForMatch } from './wait-for.js'

/** Opens the page of a board, and the details of a response from buggy with mixed dates. */
async function openRequest(t: Test, exercise: object | undefined, context: object = {}) {
  const visit = await openBoard(t, { context })
  const { board, base, page } = visit
  const faults = { script: [['date-mix']], scriptEnd: 'repeat' }
  if (exercise === undefined) await board.asOwner('PUT /faults', { json: faults })
  else await board.asOwner('PUT /exercise', { json: { faults, ...exercise } })
  await (await fetch(`${base}/api/buggy/tasks/1`, { headers: { 'x-request-id': 'dates' } })).text()
  const row = page.locator('[data-request-id=dates]')
  const open = async () => {
    await row.getByTestId('open-request').click()
    await row.getByTestId('request-details').waitFor()
  }
  await open()
  return { ...visit, row, openRow: open }
}

t.test('the learner takes hints with the keyboard, and sees what they cost', async (t) => {
  const { page, row, openRow } = await openRequest(t, { hints: 'counted' })
  const button = row.getByTestId('take-hint')
  const cost = row.getByTestId('hint-cost')
  await waitForEqual(t, button, 'Get a hint')
  await waitForEqual(t, cost, 'A right report counts 1 now, and ½ after the next hint.')
  t.equal(await row.getByTestId('hint').count(), 0)
  await button.focus()
  await page.keyboard.press('Enter')
  await row.getByTestId('hint').waitFor()
  await page.locator('[data-testid=take-hint]:focus').waitFor()
  await waitForEqual(t, button, 'Get another hint')
  await cost.getByText('A right report counts ½ now, and ¼ after the next hint.').waitFor()
  await page.getByTestId('score-hints').getByText('1').waitFor({ state: 'attached' })
  await page.keyboard.press('Enter')
  await row.getByTestId('hint').nth(1).waitFor()
  await cost.getByText('A right report counts ¼ now, and 0 after the next hint.').waitFor()
  await page.keyboard.press('Enter')
  await row.getByTestId('hint').nth(2).waitFor()
  const hints = await row.getByRole('log').getByRole('listitem').allInnerTexts()
  t.match(hints.slice(0, 2), ['This response has a fault.', /^Look at the dates of .*task 1\.$/])
  t.match(hints[2], /^It is date-mix: \w+At of .*task 1.* numbers? instead of /)
  await waitForMatch(t, row.getByTestId('response').locator('mark').first(), /^"\w+At": \d+$/, 'the place is marked')
  t.equal(await row.getByTestId('expected').count(), 0)
  await waitForEqual(t, () => button.count(), 0)
  await waitForEqual(t, row.getByTestId('hint-credit'), 'A right report counts 0.')
  await page.locator('[role=log]:focus').waitFor()
  await page.reload()
  await openRow()
  await waitForEqual(t, () => row.getByTestId('hint').allInnerTexts(), hints, 'they are still there')
  await row.getByTestId('report-hinted').click()
  await page.locator('[data-testid=claim-fault]:focus').waitFor()
  await row.getByTestId('fault-description').getByText('Unix time').waitFor()
  await waitForEqual(
    t,
    () => row.getByTestId('claim-fault').inputValue(),
    'date-mix',
    'the last hint has named the fault',
  )
})

t.test('on a phone, the place that a hint speaks of is marked, and visible beside the hint', async (t) => {
  const { page, row } = await openRequest(t, { hints: 'free' }, { viewport: PHONE })
  const mark = row.getByTestId('response').locator('mark').first()
  const isVisible = (locator: Locator) =>
    locator.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect()
      return top >= 0 && bottom <= element.ownerDocument.documentElement.clientHeight
    })
  await row.getByTestId('take-hint').press('Enter')
  await row.getByTestId('take-hint').getByText('Get another hint').waitFor()
  t.equal(await mark.count(), 0)
  for (const index of [1, 2]) {
    await page.keyboard.press('Enter')
    const hint = row.getByTestId('hint').nth(index)
    await hint.waitFor()
    await mark.waitFor()
    await waitForEqual(t, () => isVisible(mark), true, 'the place')
    t.equal(await isVisible(hint), true, 'the hint')
  }
  await page.locator('[role=log]:focus').waitFor()
})

t.test('after a claim, the hints stay, and there are no more', async (t) => {
  const faults = { script: [['date-mix', 'missing-fields']] }
  const { page, row } = await openRequest(t, { hints: 'counted', faults })
  await row.getByTestId('take-hint').click()
  await row.getByTestId('hint').waitFor()
  await operate(row, 'report-fault', { 'claim-fault': { option: 'date-mix' } }, 'send-claim')
  await row.getByTestId('evidence-later').waitFor()
  t.equal(await row.getByTestId('expected').count(), 0, 'it would show the other fault')
  await row.getByTestId('take-hint').waitFor({ state: 'detached' })
  await waitForEqual(t, () => row.getByTestId('hint').allInnerTexts(), ['This response has 2 faults.'])
  await waitForEqual(t, row.getByTestId('hint-credit'), 'A right report counts ½.')
  await page.getByTestId('score-credit').getByText('0.5').waitFor({ state: 'attached' })
})

t.test('hints are free without an exercise, and an exercise can have none', async (t) => {
  const { row } = await openRequest(t, undefined)
  await waitForEqual(t, row.getByTestId('hint-cost'), 'Hints are free.')
  for (let taken = 1; taken <= 3; taken++) {
    await row.getByTestId('take-hint').click()
    await row
      .getByTestId('hint')
      .nth(taken - 1)
      .waitFor()
  }
  t.equal(await row.getByTestId('hint-credit').count(), 0)
  const without = await openRequest(t, {})
  t.equal(await without.row.getByTestId('hints').count(), 0)
})

t.test('a second press while a hint is on its way takes no further hint', async (t) => {
  const { page, row } = await openRequest(t, { hints: 'counted' })
  const { held } = await holdResponse(page, /\/hints$/)
  await row.getByTestId('take-hint').focus()
  await page.keyboard.press('Enter')
  await row.locator('[data-testid=take-hint][aria-disabled=true]').getByText('Sending…').waitFor()
  await page.keyboard.press('Enter')
  await (await held)()
  await row.getByTestId('hint').waitFor()
  await page.getByTestId('score-hints').getByText('1').waitFor({ state: 'attached' })
  t.equal(await row.getByTestId('hint').count(), 1)
})

t.test('the focus stays in the hints when a claim arrives before the response of the last hint', async (t) => {
  const { page, board, row } = await openRequest(t, { hints: 'counted' })
  // A hint can arrive as an event before the response to the request for it.
  const ready = row.locator('[data-testid=take-hint]:not([aria-disabled=true])')
  for (const before of [0, 1]) {
    await ready.press('Enter')
    await row.getByTestId('hint').nth(before).waitFor()
  }
  const { held } = await holdResponse(page, /\/hints$/)
  await ready.press('Enter')
  const release = await held
  await board.send('POST /claims', { json: { requestId: 'dates', fault: 'date-mix' } })
  await row.getByTestId('take-hint').waitFor({ state: 'detached' })
  await page.locator('[role=log]:focus').waitFor()
  await release()
})

t.test('a hint that is refused says why', async (t) => {
  const { row, board } = await openRequest(t, { hints: 'counted' })
  await board.send('POST /claims', { json: { requestId: 'dates', fault: 'pagination' } })
  await row.getByTestId('take-hint').waitFor({ state: 'detached' })
  const other = await openRequest(t, { hints: 'free' }, { allowed: /409/ })
  await other.page.route('**/hints', async (route) => {
    await other.board.asOwner('PUT /exercise', { json: {} })
    await route.continue()
  })
  await other.row.getByTestId('take-hint').click()
  t.equal(await other.failure(), 'This exercise has no hints')
})

t.test('hints have no accessibility problems', async (t) => {
  const context = { viewport: PHONE, reducedMotion: 'reduce' as const }
  const { page, row } = await openRequest(t, { hints: 'counted' }, context)
  await waitForEqual(t, () => page.getByTestId('exercise-link').isVisible(), true)
  t.strictSame(await layoutProblems(page), [], 'without a hint')
  await row.getByTestId('take-hint').click()
  await row.getByTestId('hint').waitFor()
  await row.getByTestId('take-hint').click()
  await row.getByTestId('hint').nth(1).waitFor()
  t.strictSame(await layoutProblems(page), [])
  await page.setViewportSize(VIEWPORT)
  await waitForEqual(t, () => page.getByTestId('exercise-link').isVisible(), false)
})
