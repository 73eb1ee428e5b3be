import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { VIEWPORT } from './browser.js'
import { createDemoClass } from './demo-class.js'
import { openAuthorization, openDocument } from './swagger-ui.js'

/** The screenshots of the documentation, by file name, and how to prepare the page for each. */
export const SCREENSHOTS: Record<string, (page: Page, origin: string) => Promise<void>> = {
  'swagger-ui.png': async (page, origin) => {
    await openDocument(page, origin, 'v2')
    await page.locator('.scheme-container').evaluate((element) => element.scrollIntoView())
  },
  'authorize.png': async (page, origin) => {
    await openDocument(page, origin, 'v2')
    await openAuthorization(page)
  },
  'start-page.png': async (page, origin) => {
    await page.goto(origin)
    for (const name of ['v1', 'v2', 'buggy']) {
      await page.getByTestId(`status-${name}`).getByText('available', { exact: true }).waitFor()
    }
  },
  'board.png': async (page, origin) => {
    const { board } = await createDemoClass(origin)
    await page.goto(`${origin}${board}/#buggy`)
    await page.getByTestId('request-claim').first().waitFor()
    await page.getByTestId('exercise-instructions').locator('ol').waitFor()
  },
  'class.png': async (page, origin) => {
    const { trainerSecret } = await createDemoClass(origin)
    await page.goto(`${origin}/class`)
    await page.getByTestId('trainer-secret').fill(trainerSecret)
    await page.getByTestId('sign-in').click()
    await page.getByTestId('learner').nth(5).waitFor()
    await page.getByTestId('exercise-instructions').locator('ol').waitFor()
  },
  'faults.png': (page, origin) => openDocument(page, origin, 'buggy'),
}

/** Takes all screenshots. */
export async function takeScreenshots(page: Page, origin: string, folder: string): Promise<void> {
  await page.setViewportSize(VIEWPORT)
  for (const [file, prepare] of Object.entries(SCREENSHOTS)) {
    await prepare(page, origin)
    // Screenshots have no scrollbar, so they need no space for it.
    await page.locator('html').evaluate((element) => element.style.setProperty('scrollbar-gutter', 'auto'))
    await page.screenshot({ path: join(folder, file), animations: 'disabled' })
  }
}
