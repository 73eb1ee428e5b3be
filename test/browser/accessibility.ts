import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * The rules that Swagger UI itself breaks, and the elements. The causes are in its components and style sheet, and no
 * option fixes them. Content of the service is not excluded: the title, the logo, and the texts of the documents, which
 * Swagger UI renders in `.renderedMarkdown`.
 */
const SWAGGER_UI_ITSELF: Record<string, string> = {
  'color-contrast': '.swagger-ui :not(.topbar, .topbar *, .renderedMarkdown, .renderedMarkdown *)',
  // The button of the row contains another button, which copies the path.
  'nested-interactive': '.opblock-summary-control',
  // The labels of these controls are not associated with them.
  'select-name': '#servers, .parameters select, .examples-select-element',
  label: 'textarea.body-param__text, .parameters input[type=file]',
  'button-name': '.close-modal',
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
export async function accessibilityProblems(page: Page): Promise<string[]> {
  const violations = await findViolations(page)
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html}`))
}

async function findViolations(page: Page): Promise<AxeResults['violations']> {
  // A string is run by the debugger, so the content security policy does not apply.
  await page.evaluate(AXE)
  const { violations } = await page.evaluate<AxeResults>(`axe.run({ resultTypes: ['violations'] })`)
  return violations
}
