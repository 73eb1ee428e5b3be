import type { Page } from 'playwright-core'
import t from 'tap'
import { CLAIMED_FAULTS } from '../../src/classroom/claims/schemas.js'
import { openBoard } from './board-page.js'
import { operate } from './operate.js'
import { waitForEqual, waitForMatch } from './wait-for.js'

const lines = (page: Page) => page.getByTestId('request').locator('code').first().innerText()

t.test('the requests of a private board', async (t) => {
  const { page, board, base, service } = await openBoard(t, { allowed: /409/ })
  await board.asOwner('PUT /faults', { json: { script: [['server-error'], [], ['wrong-status']], scriptEnd: 'none' } })

  await t.test('the list is filtered, and a reload keeps the filters in the address', async (t) => {
    await page.getByTestId('no-requests').getByText('New request').waitFor()
    for (const path of ['buggy/tasks/1', 'buggy/tasks?size=2', 'v1/tasks/1', 'v1/tasks/9999']) {
      await (await fetch(`${base}/api/${path}`)).text()
    }
    await (await fetch(`${base}/api/v1/tasks/1`, { method: 'DELETE' })).text()
    await service.app.flushLogs()
    await page.getByTestId('request').nth(4).waitFor()
    const shown = page.getByTestId('shown-requests')
    await waitForEqual(t, shown, '5 shown')
    await page.getByTestId('filter-variant').focus()
    await page.keyboard.press('ArrowDown')
    await shown.getByText('3 of 5 shown').waitFor()
    await page.getByTestId('filter-status').selectOption('4xx')
    await shown.getByText('1 of 5 shown').waitFor()
    await waitForEqual(t, () => lines(page), 'GET /api/v1/tasks/9999')
    await waitForMatch(t, () => page.url(), /\?requests\.variant=v1&requests\.status=4xx$/)
    await page.evaluate("history.replaceState(null, '', location.search + '&other=1#v2')")
    await page.reload()
    await shown.getByText('1 of 5 shown').waitFor()
    await page.getByTestId('filter-method').selectOption('PATCH')
    await page.getByTestId('no-requests').getByText('None of the 5 requests').waitFor()
    await page.getByTestId('show-all-requests').click()
    await page.locator('[data-testid=filter-variant]:focus').waitFor()
    await shown.getByText('5 shown').waitFor()
    await waitForMatch(t, () => page.url(), /\/\?other=1#v2$/, 'what others keep in the address stays')
    await page.getByTestId('filter-unreported').check()
    await shown.getByText('2 of 5 shown').waitFor()
    await page.getByTestId('report-fault').last().click()
    await operate(page, { 'claim-fault': { option: 'server-error' } }, 'send-claim')
    await page.getByTestId('request-claim').waitFor()
    await page.locator('[data-testid=report-fault]:focus').waitFor()
    await waitForEqual(t, shown, '2 of 5 shown', 'the reported request stays, with its verdict')
    await page.getByTestId('filter-unreported').uncheck()
    await page.getByTestId('filter-unreported').check()
    await shown.getByText('1 of 5 shown').waitFor()
    await page.getByTestId('clear-filters').click()
    await shown.getByText('5 shown').waitFor()
  })

  await t.test('the report form is beside the exchange, and explains the faults and the words', async (t) => {
    await board.send('POST /api/buggy/tasks', { json: { title: 'New', status: 'TODO' }, unchecked: true })
    await service.app.flushLogs()
    const row = page.getByTestId('request').filter({ hasText: 'POST' })
    await row.getByTestId('report-fault').click()
    await page.locator('[data-testid=claim-fault]:focus').waitFor()
    await row.getByTestId('response').getByText('"title"').waitFor()
    await page.locator('[data-testid=claim-fault]:focus').waitFor()
    const duration = row.getByTestId('request-duration').locator('xpath=..')
    await waitForMatch(t, async () => (await duration.getAttribute('title')) ?? '', /injected delay/)
    await row.getByTestId('claim-fault').selectOption('wrong-status')
    await row
      .getByTestId('fault-description')
      .getByText('The fault is possible in responses with status 201.')
      .waitFor()
    await row.getByTestId('explained-faults').locator('summary').focus()
    await page.keyboard.press('Enter')
    const explained = row.getByTestId('explained-faults')
    await explained.getByText('The search is case-sensitive.').waitFor()
    await waitForEqual(t, () => explained.locator('dt').allInnerTexts(), [...CLAIMED_FAULTS])
    const groups = row.getByTestId('claim-fault').locator('optgroup')
    const titles = await groups.evaluateAll((elements) => elements.map((group) => group.getAttribute('label')))
    t.same(titles, ['Wrong content', 'Error or wrong status', 'Body that cannot be read', 'Time and connection'])
    t.same(await groups.locator('option').count(), CLAIMED_FAULTS.length - 1, 'each fault is in one group')
    await row.getByTestId('send-claim').click()
    await row.getByTestId('request-claim').waitFor()
    await operate(row, 'report-fault', { 'claim-fault': { option: 'wrong-status' } }, 'send-claim')
    await row.getByText('You have already reported this fault for this response.').waitFor()
    await row.getByTestId('claim-form').getByRole('button', { name: 'Cancel' }).click()
    await page.locator('[data-testid=report-fault]:focus').waitFor()
    await page.locator('[data-testid=request][data-ready=true]').getByTestId('expected').waitFor()
    await page.getByTestId('tab-score').click()
    await page.getByTestId('explained-score').locator('summary').click()
    const labels = await page.locator('.score .numbers dt').allInnerTexts()
    t.ok(labels.length > 4)
    for (const label of labels) {
      const explained = page.getByTestId('explained-score').locator('dt').getByText(label, { exact: true })
      await waitForMatch(t, explained.locator('+ dd'), /\.$/, label)
    }
    await page.getByTestId('report-defect').click()
    await page.getByTestId('explained-defect').getByText('an error of its code').waitFor()
    await page.getByTestId('tab-requests').click()
  })

  await t.test('responses without an operation, which have no faults, cannot be reported', async () => {
    for (const [method, path] of [
      ['GET', '/openapi.json'],
      ['GET', '/nothing'],
      ['PATCH', '/tasks/3'],
    ] as const) {
      await (await fetch(`${base}/api/buggy${path}`, { method })).text()
      const row = page.locator('[data-testid=request]', { hasText: `${method} /api/buggy${path}` }).first()
      await row.getByTestId('open-request').click()
      await row.getByTestId('not-reportable').getByText('belongs to no operation').waitFor()
      await waitForEqual(t, () => row.getByTestId('report-fault').count(), 0)
    }
  })

  await t.test('a response that cannot be reported says why', async () => {
    const row = page.locator('[data-testid=request]', { hasText: 'GET /api/buggy/tasks/2' }).first()
    const isRefused = (reason: string) => row.getByTestId('not-reportable').getByText(reason).waitFor()
    const read = async () => {
      await (await fetch(`${base}/api/buggy/tasks/2`)).text()
      await service.app.flushLogs()
    }
    const now = service.clock.now
    const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
    await read()
    await operate(row, 'open-request', 'report-fault', { 'claim-fault': { option: 'none' } })
    // The page learns about the exercise only after the claim.
    await page.route('**/claims', async (route) => {
      await board.asOwner('PUT /exercise', { json: { startsAt: at(10), endsAt: at(20) } })
      await route.continue()
    })
    await row.getByTestId('send-claim').click()
    await row
      .locator('.failure')
      .getByText(/^The exercise starts at \w+ \d+, \d{4}/)
      .waitFor()
    await page.unroute('**/claims')
    await isRefused('The exercise has not started yet.')
    service.clock.now += 30 * 60_000
    await board.asOwner('PUT /exercise', { json: { startsAt: at(25) } })
    await read()
    await row.getByTestId('report-fault').waitFor()
    await row.getByTestId('open-request').click()
    const early = page.locator('[data-testid=request]', { hasText: '/api/buggy/tasks/2' }).nth(1)
    await early.getByText('This request was sent before the exercise started').waitFor()
    await board.asOwner('PUT /exercise', { json: { startsAt: at(25), endsAt: at(29), faults: {} } })
    service.clock.now += 60_000
    await isRefused('The exercise has ended')
  })
})

t.test('the requests of the page to the default board survive a reload, without secrets', async (t) => {
  const { page } = await openBoard(t, { isDefault: true })
  await operate(page, { 'choose-v2': true, username: 'user', password: 'user123' }, 'log-in', 'apply-filters')
  await page.getByTestId('request').nth(1).waitFor()
  await page.reload()
  await page.getByTestId('request').nth(1).waitFor()
  await waitForEqual(t, page.getByTestId('last-request'), 'No request since this page was loaded.')
  await page.getByTestId('open-request').first().click()
  await page.getByTestId('response').getByText('"totalElements"').waitFor()
  await page.getByTestId('open-request').nth(1).click()
  const login = page.getByTestId('request').nth(1)
  await login.getByTestId('sent').getByText('"username": "user"').waitFor()
  await waitForMatch(t, login.getByTestId('sent'), '"password": "[redacted]"')
  t.notMatch(await page.evaluate(`sessionStorage.getItem('exchanges ')`), /user123|eyJ/)
})
