import t from 'tap'
import { accessibilityProblems, PHONE } from './accessibility.js'
import { openBoard } from './open-news.js'
import { waitForEqual } from './wait-for.js'

t.test('neither a celebration nor a message covers the response that has just arrived', async (t) => {
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 844, height: 390 },
    { width: 1280, height: 800 },
  ]) {
    const { page, board } = await openBoard(t, { context: { viewport, reducedMotion: 'reduce' as const } })
    await page.getByTestId('open-sender').click()
    await page.getByTestId('sender-path').press('Enter')
    await page.getByTestId('celebration').waitFor()
    if (viewport.width === 390) {
      await board.asOwner('PUT /exercise', { json: { message: 'Look at the dates.', challenges: ['first-hour'] } })
      await page.getByTestId('message-toast').getByText('Look at the dates.').waitFor()
    }
    const name = `${viewport.width} × ${viewport.height}`
    const areApart = async () => {
      const response = await page.getByTestId('sender-response').boundingBox()
      const toasts = await page.locator('.toasts').boundingBox()
      if (response === null || toasts === null) return 'There is no response or no toast.'
      const isInView = response.y >= 0 && response.y < viewport.height - 200
      const isBeside = toasts.x + toasts.width <= response.x || toasts.y + toasts.height <= response.y
      return isInView && isBeside ? 'apart' : JSON.stringify({ response, toasts })
    }
    await waitForEqual(t, areApart, 'apart', `the start of the response is in view: ${name}`)
  }
})

t.test('on a phone, a celebration does not cover the verdict of a claim', async (t) => {
  const context = { viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' as const }
  const { page, board, base } = await openBoard(t, { context })
  await board.asOwner('PUT /faults', { json: { script: [['date-mix']], scriptEnd: 'repeat' } })
  await (await fetch(`${base}/api/buggy/tasks/1`, { headers: { 'x-request-id': 'dates' } })).text()
  const row = page.locator('[data-request-id=dates]')
  await row.getByTestId('report-fault').click()
  await row.getByTestId('claim-fault').selectOption('date-mix')
  await row.evaluate((element) => element.scrollIntoView())
  await row.getByTestId('claim-comment').press('Enter')
  await page.getByTestId('celebration').waitFor()
  const areApart = async () => {
    const verdict = await row.getByTestId('request-claim').boundingBox()
    const toasts = await page.locator('.toasts').boundingBox()
    if (verdict === null || toasts === null) return 'There is no verdict or no toast.'
    const isApart = verdict.y >= toasts.y + toasts.height && verdict.y + verdict.height <= 844
    return isApart ? 'apart' : JSON.stringify({ verdict, toasts })
  }
  await waitForEqual(t, areApart, 'apart')
})

t.test('on a phone, news of the trainer reaches a learner further down without moving the page', async (t) => {
  const { page, service, board } = await openBoard(t, { context: { viewport: PHONE } })
  const endsAt = new Date(service.clock.now + 60_000).toISOString()
  await board.asOwner('PUT /exercise', { json: { challenges: ['first-list'], endsAt } })
  await page.getByTestId('exercise').waitFor()
  await page.locator('.to-challenges').click()
  const row = page.locator('[data-challenge=first-list]')
  await row.waitFor()
  const top = async () => Math.round((await row.boundingBox())?.y ?? 0)
  let before = Number.NaN
  const isStill = async () => {
    const last = before
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
    before = await top()
    return before === last
  }
  await waitForEqual(t, isStill, true, 'the page has come to rest')
  await board.asOwner('PUT /exercise', {
    json: { challenges: ['first-list'], endsAt, message: 'Look at **dates**.' },
  })
  await page.getByTestId('message-toast').locator('strong').getByText('dates').waitFor()
  t.equal(await top(), before)
  await page.evaluate('scrollTo(0, 0)')
  await page.getByTestId('message-toast').waitFor({ state: 'detached' })
  await waitForEqual(t, () => page.getByTestId('message-text').isVisible(), true, 'the learner sees the notice instead')
  await page.locator('.to-challenges').click()
  await board.asOwner('PUT /exercise', { json: { challenges: ['first-list'], endsAt, message: 'Look again.' } })
  await page.getByTestId('close-message-toast').click()
  await page.getByTestId('message-toast').waitFor({ state: 'detached' })
  service.clock.now += 2 * 60_000
  // While it has the focus, it stays.
  await page.getByTestId('open-summary-toast').focus()
  t.strictSame(await accessibilityProblems(page), [])
  await page.getByTestId('open-summary-toast').click()
  await page.locator('#summary:focus').waitFor()
  await waitForEqual(t, () => page.getByTestId('end-toast').count(), 0)
})
