import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { inTurn, repeat } from '../kit/length.js'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * The rules that Swagger UI itself breaks, and the elements. The causes are in its components and style sheet, and no
 * option fixes them. Content of the service is not excluded: the title, the logo, and the texts of the documents, which
 * Swagger UI renders in `.renderedMarkdown`.
 */
const SWAGGER_UI_ITSELF: Record<string, string> = {
  // The button of the row contains another button, which copies the path.
  'nested-interactive': '.opblock-summary-control',
  // The button "Authorize" has the accessible name "Apply credentials".
  'label-content-name-mismatch': '.modal-btn.authorize',
  // Code that is wider than its box.
  'scrollable-region-focusable': 'pre.microlight',
}

/** Returns the serious and critical problems that axe finds on a page, without those of Swagger UI itself. */
export async function seriousProblems(page: Page): Promise<string[]> {
  const violations = await findViolations(page)
  const found = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, html }) => ({ id, problem: `${id}: ${help}: ${html}`, element: String(target) })),
    )
  const isKnown = await page.locator(':root').evaluate(
    (root, elements) => elements.map(({ element, known }) => root.querySelector(element)?.matches(known)),
    found.map(({ id, element }) => ({ element, known: SWAGGER_UI_ITSELF[id] ?? ':not(*)' })),
  )
  return found.filter((_, index) => !isKnown[index]).map(({ problem }) => problem)
}

/** Returns all problems that axe finds on a page of the service. */
export async function accessibilityProblems(page: Page, options?: RunOptions): Promise<string[]> {
  const violations = await findViolations(page, options)
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html}`))
}

/** The size of a phone, which has all elements: a wider page lacks some, and has no others. */
export const PHONE = { width: 390, height: 900 }
const WIDTHS = [PHONE.width, 1280, 3840]
/** How many of these widths axe sees. */
const SEEN = repeat(1, WIDTHS.length)
/** The rules about colours, which do not depend on the width of a page. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']
/** The number of states of pages that axe has seen. */
let states = 0
const EXCEPT_COLOURS = Object.fromEntries(OF_COLOURS.map((rule) => [rule, { enabled: false }]))

/**
 * Returns the problems of a page of the service, in the state in which it is: all that axe finds at the width of a phone,
 * and that the page scrolls sideways at any width. The states have the two colour schemes in turn. Before a release, axe sees
 * each state at all widths and in both schemes. Leaves the page at the width of a phone.
 */
export async function layoutProblems(page: Page): Promise<string[]> {
  const problems: string[] = []
  const find = async (where: string, options: RunOptions) => {
    problems.push(...(await accessibilityProblems(page, options)).map((problem) => `${where}: ${problem}`))
  }
  for (const [index, width] of WIDTHS.entries()) {
    await page.setViewportSize({ ...PHONE, width })
    // Observers of sizes run before the second frame.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
    if (index < SEEN) await find(String(width), { rules: EXCEPT_COLOURS })
    if (await page.evaluate('document.documentElement.scrollWidth > innerWidth')) {
      problems.push(`${width}: the page scrolls sideways`)
    }
    problems.push(...(await codeProblems(page)))
  }
  await page.setViewportSize(PHONE)
  for (const colorScheme of inTurn(['dark', 'light'] as const, states++)) {
    await page.emulateMedia({ colorScheme })
    await find(colorScheme, { runOnly: { type: 'rule', values: OF_COLOURS } })
  }
  await page.emulateMedia({ colorScheme: 'light' })
  return problems
}

/** Elements whose texts are not prose, and a text that waits for the library that renders it. */
const RAW = 'code, pre, textarea, script, noscript, style, option, .markdown.plain'

/** Returns texts that show the backticks around code instead of the code, and code that is much smaller than its text. */
export async function codeProblems(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const problems = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const { data, parentElement } = texts.currentNode
      if (data.includes('\`') && parentElement.closest(${JSON.stringify(RAW)}) === null) problems.push('backticks: ' + data)
    }
    const sizeOf = (element) => parseFloat(getComputedStyle(element).fontSize)
    for (const code of document.querySelectorAll('code')) {
      if (sizeOf(code) < 0.7 * sizeOf(code.parentElement)) problems.push('small code: ' + code.outerHTML)
    }
    return problems
  })()`)
}

/** Waits for the animations that end, because axe would see the colours and the sizes in between. */
const END_ANIMATIONS = `Promise.all(
  document
    .getAnimations()
    .filter(({ effect, playState }) => playState === 'running' && effect.getComputedTiming().endTime !== Infinity)
    .map(({ finished }) => finished.catch(() => {})),
).then(() => {})`

async function findViolations(page: Page, options: RunOptions = {}): Promise<AxeResults['violations']> {
  // A string is run by the debugger, so the content security policy does not apply.
  await page.evaluate(END_ANIMATIONS)
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(AXE)
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run(${JSON.stringify({ resultTypes: ['violations'], ...options })})`,
  )
  return violations
}
