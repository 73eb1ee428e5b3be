import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { VIEWPORT } from './browser.js'
import { createDemoClass, type DemoClass } from './demo-class.js'
import { operate } from './operate.js'
import { openAuthorization, openDocument } from './swagger-ui.js'

/** A width at which the panel of a board shows the expected response beside the actual one. */
const WIDE = { width: 2200, height: 900 }

/** A height at which the trainer page shows the bar, the faults and the learners. */
const TALL = { width: VIEWPORT.width, height: 966 }

/** The test ids of the elements that a screenshot shows instead of the whole page. */
const ELEMENTS: Record<string, string> = { 'evidence.png': 'panel' }

/** The class of each service: its screenshots show the same one. */
const classes = new Map<string, Promise<DemoClass>>()

function demoClassOf(origin: string): Promise<DemoClass> {
  const created = classes.get(origin) ?? createDemoClass(origin)
  classes.set(origin, created)
  return created
}

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
    // The example does not move then, and shows its last scene.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(origin)
    for (const name of ['v1', 'v2', 'buggy']) {
      await page.getByTestId(`status-${name}`).getByText('available', { exact: true }).waitFor()
    }
  },
  'new-board.png': async (page, origin) => {
    await page.goto(origin)
    await operate(page, 'create-board', { 'purpose-check': true, 'language-JavaScript': true })
  },
  'board.png': async (page, origin) => {
    const { board } = await demoClassOf(origin)
    await page.goto(`${origin}${board}/#buggy?panel=score`)
    await page.getByTestId('hide-first-run').click()
    await page.mouse.move(0, 0)
    await page.getByTestId('score-found').waitFor()
    await page.getByTestId('exercise-instructions').locator('ol').waitFor()
  },
  'evidence.png': async (page, origin) => {
    const { board } = await demoClassOf(origin)
    await page.setViewportSize(WIDE)
    await page.goto(`${origin}${board}/?requests.variant=buggy`)
    const request = page.getByTestId('request').filter({ hasText: 'missing-fields: Right' }).first()
    await request.getByTestId('open-request').click()
    await request.getByTestId('expected').waitFor()
    await request.evaluate((element) => element.scrollIntoView({ block: 'start' }))
  },
  'class.png': async (page, origin) => {
    const { trainerSecret } = await demoClassOf(origin)
    await page.goto(`${origin}/class`)
    await operate(page, { 'trainer-secret': trainerSecret }, 'sign-in')
    await page.getByTestId('learner').nth(5).waitFor()
    await page.getByTestId('exercise-instructions').locator('ol').waitFor()
    await page.setViewportSize(TALL)
    await page.getByTestId('class-bar').evaluate(({ ownerDocument, offsetTop }) => {
      ownerDocument.defaultView?.scrollTo(0, offsetTop - 16)
    })
  },
  'projector.png': async (page, origin) => {
    const { trainerSecret } = await demoClassOf(origin)
    await page.goto(`${origin}/class`)
    // The class of another screenshot can still be open.
    await page.evaluate('sessionStorage.clear()')
    await page.reload()
    await operate(page, { 'trainer-secret': trainerSecret }, 'sign-in', 'toggle-projector')
    await page.getByTestId('ranking-setting').selectOption('names')
    await page.getByTestId('ranked').nth(4).waitFor()
    await page.getByTestId('projector-instructions').locator('ol').waitFor()
  },
  'faults.png': (page, origin) => openDocument(page, origin, 'buggy'),
}

/** Takes all screenshots. */
export async function takeScreenshots(page: Page, origin: string, folder: string): Promise<void> {
  for (const [file, prepare] of Object.entries(SCREENSHOTS)) {
    await page.setViewportSize(VIEWPORT)
    await prepare(page, origin)
    const element = ELEMENTS[file]
    // Screenshots have no scrollbar, so they need no space for it.
    await page.locator('html').evaluate((element) => element.style.setProperty('scrollbar-gutter', 'auto'))
    const target = element === undefined ? page : page.getByTestId(element)
    await target.screenshot({ path: join(folder, file), animations: 'disabled' })
  }
}
