import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * The rules that Swagger UI breaks by itself, with the elements on which it does. They are in its components and in
 * its style sheet, and none of its options mends them. What the service writes (the title, the logo, and what the
 * documents say, which stands in `.renderedMarkdown`) is not among them.
 */
const SWAGGER_UI_ITSELF: Record<string, string> = {
  'color-contrast': '.swagger-ui :not(.topbar, .topbar *, .renderedMarkdown, .renderedMarkdown *)',
  // The button over the whole row holds another one, which copies the path.
  'nested-interactive': '.opblock-summary-control',
  // Controls whose names stand beside them without belonging to them.
  'select-name': '#servers, .parameters select',
  label: 'textarea.body-param__text, .parameters input[type=file]',
  'button-name': '.close-modal',
  // "Authorize" is called "Apply credentials".
  'label-content-name-mismatch': '.modal-btn.authorize',
  // Code that is longer than its box.
  'scrollable-region-focusable': 'pre.microlight',
}

/** What axe finds on a page that is serious or critical and not Swagger UI's own; `[]` where there is nothing. */
export async function seriousProblems(page: Page): Promise<string[]> {
  // As a string it is run by the debugger, which no content security policy binds.
  await page.evaluate(AXE)
  const { violations } = await page.evaluate<AxeResults>(`axe.run({ resultTypes: ['violations'] })`)
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
