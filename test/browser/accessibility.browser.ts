import t from 'tap'
import { VARIANTS } from '../../src/api/variants.js'
import { sample } from '../kit/length.js'
import { startListening } from '../kit/raw-http.js'
import { seriousProblems } from './accessibility.js'
import { openPage } from './browser.js'
import { openAuthorization, openDocument, openOperation, tryOut } from './swagger-ui.js'
import { waitForEqual, waitForMatch } from './wait-for.js'

const { origin } = await startListening(t, { demoData: true })
const page = await openPage(t, origin, { allowed: /400/ })

for (const { name } of sample(VARIANTS, 3)) {
  t.test(`${name}: the page is accessible`, async (t) => {
    await openDocument(page, origin, name)
    await waitForEqual(t, () => page.locator('html').getAttribute('lang'), 'en')
    t.strictSame(await seriousProblems(page), [])
  })
}

t.test('operations are accessible before and after "Try it out"', async (t) => {
  await openDocument(page, origin, 'v1')
  await openOperation(page, 'listTasks')
  // The upload without a file is refused with 400.
  for (const operationId of ['getTask', 'createTask', 'uploadAttachments']) {
    await tryOut(page, operationId)
  }
  t.strictSame(await seriousProblems(page), [])
  const scheme = page.locator('.dark-mode-toggle button')
  await scheme.click()
  t.strictSame(await seriousProblems(page), [], 'the other colours')
  await scheme.click()
})

t.test('the Authorize dialog is accessible', async (t) => {
  await openDocument(page, origin, 'v2')
  await openAuthorization(page)
  t.strictSame(await seriousProblems(page), [])
})

t.test('an operation can be opened and executed with the keyboard alone', async (t) => {
  await openDocument(page, origin, 'v1')
  await tabTo('.opblock[id$=-getTaskSummary] .opblock-summary-control')
  await page.keyboard.press('Enter')
  await page.locator('.execute:enabled').waitFor()
  await tabTo('.execute')
  await page.keyboard.press('Enter')
  await waitForMatch(t, page.locator('.live-responses-table tbody'), /^200\s.*totalTasks/s)

  /** Presses Tab until an element has the focus, at most once per element of the page. */
  async function tabTo(selector: string): Promise<void> {
    const elements = await page.locator('*').count()
    for (let presses = 0; presses < elements; presses++) {
      await page.keyboard.press('Tab')
      if (await page.locator(`${selector}:focus`).isVisible()) return
    }
    t.fail(`Tab does not reach ${selector}`)
  }
})
