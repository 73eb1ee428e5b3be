import t from 'tap'
import { VARIANTS } from '../../src/variants.js'
import { operationsOf } from '../openapi-operations.js'
import { startListening } from '../raw-http.js'
import { startBrowser } from './browser.js'
import { isShown, openDocument } from './swagger-ui.js'

const { origin, send } = await startListening(t)
const openPage = await startBrowser(t)
const { page, takeProblems } = await openPage(t, origin)

for (const { name, title } of VARIANTS) {
  t.test(`${name}: the page shows the title and every operation of the document`, async (t) => {
    const { json } = await send(`GET /api/${name}/openapi.json`)
    await openDocument(page, origin, name)
    await page.waitForLoadState('networkidle')

    t.equal(await page.title(), 'Task Board Service')
    t.match(await page.locator('.info .title').innerText(), title)
    t.equal(await page.locator('#select').inputValue(), `/api/${name}/openapi.json`)
    t.equal(await page.locator('#servers').inputValue(), `/api/${name}`)
    const shown = await page.locator('.opblock-summary').evaluateAll((summaries) =>
      summaries.map((summary) =>
        ['method', 'path', 'description'].map(
          // Without the marks that say where a long path may be broken.
          (part) => summary.querySelector(`.opblock-summary-${part}`)?.textContent?.replace(/\u200b/g, ''),
        ),
      ),
    )
    const documented = operationsOf(json).map(({ method, path, operation }) => [
      method,
      path,
      operation.summary,
    ])
    t.strictSame(shown.sort(), documented.sort())
    t.strictSame(takeProblems(), [])
  })
}

t.test('the drop-down changes from document to document', async (t) => {
  await page.goto(`${origin}/docs`)
  await isShown(page)
  const heading = page.locator('.info .title')
  t.match(await heading.innerText(), VARIANTS[0].title, 'begins with v1')
  for (const { name, title } of VARIANTS.toReversed()) {
    await page.locator('#select').selectOption({ label: name })
    await heading.filter({ hasText: title }).waitFor()
    await isShown(page)
    t.equal(new URL(page.url()).searchParams.get('urls.primaryName'), name, 'the address leads back here')
  }
  t.strictSame(takeProblems(), [])
})
