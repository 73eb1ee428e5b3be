import type { OpenAPIV3 } from 'openapi-types'
import t from 'tap'
import { VARIANTS } from '../../src/api/variants.js'
import { variantPath } from '../../src/contract/variant-path.js'
import { ownStore } from '../kit/helper.js'
import { sample } from '../kit/length.js'
import { operationsOf } from '../kit/openapi-operations.js'
import { startListening } from '../kit/raw-http.js'
import { openPage } from './browser.js'
import { isShown, openDocument } from './swagger-ui.js'
import { waitForEqual, waitForMatch } from './wait-for.js'

/** How the page shows a document. */
interface Shown {
  name: string
  title: string
  path: string
  server: string
}

const { origin, send } = await startListening(t, await ownStore())
const { json: board } = await send('POST /boards')
const page = await openPage(t, origin)

/** The documents of the service, or of a private board. */
function documentsAt(basePath: string, base: string): Shown[] {
  return VARIANTS.map((variant) => ({
    name: variant.name,
    title: variant.title,
    path: `${basePath}${variantPath(variant.name)}/openapi.json`,
    server: `${base}${variantPath(variant.name)}`,
  }))
}

/** The document of the operations of learners. */
function trainingAt(basePath: string, server: string): Shown {
  return { name: 'training', title: 'Task Board Service training', path: `${basePath}/training/openapi.json`, server }
}

const control: Shown = {
  name: 'boards',
  title: 'Task Board Service boards',
  path: '/control/openapi.json',
  server: origin,
}
const onBoard = `/b/${board.id}`
const pages: { basePath: string; documents: Shown[] }[] = [
  { basePath: '', documents: [...documentsAt('', origin), control, trainingAt('', `${origin}/b/{board}`)] },
  {
    basePath: onBoard,
    documents: [...documentsAt(onBoard, origin + onBoard), trainingAt(onBoard, origin + onBoard)],
  },
]

for (const { basePath, documents } of pages) {
  const where = basePath === '' ? 'the service' : 'a private board'

  for (const { name, title, path, server } of sample(documents, basePath === '' ? 1 : 3)) {
    t.test(`${where}, ${name}: the page shows the title and every operation of the document`, async (t) => {
      const json = (await (await fetch(origin + path)).json()) as OpenAPIV3.Document
      await openDocument(page, origin + basePath, name)
      await page.waitForLoadState('networkidle')

      t.equal(await page.title(), 'Task Board Service')
      await waitForMatch(t, page.locator('.info .title'), title)
      await waitForEqual(t, () => page.locator('#select').inputValue(), path)
      await waitForEqual(t, () => page.locator('#servers').inputValue(), server)
      const readShown = () =>
        page.locator('.opblock-summary').evaluateAll((summaries) =>
          summaries.map((summary) =>
            ['method', 'path', 'description'].map(
              // Zero-width spaces mark where a long path may wrap.
              (part) => summary.querySelector(`.opblock-summary-${part}`)?.textContent?.replace(/\u200b/g, ''),
            ),
          ),
        )
      const documented = operationsOf(json).map(({ method, path, operation }) => [method, path, operation.summary])
      await waitForEqual(t, async () => (await readShown()).sort(), documented.sort())
    })
  }

  t.test(`${where}: the logo leads back, and loads of documents are not in the log of the board`, async (t) => {
    const countRequests = async () => (await send(`GET ${onBoard}/requests`)).json.totalElements
    const before = await countRequests()
    await openDocument(page, origin + basePath, 'v1')
    await page.waitForLoadState('networkidle')
    t.equal(await countRequests(), before)
    await page.locator('.topbar .brand').click()
    await page.waitForURL(`${origin}${basePath}/`)
  })

  t.test(`${where}: the drop-down list switches between the documents`, async (t) => {
    await page.goto(`${origin}${basePath}/docs`)
    await isShown(page)
    await waitForEqual(
      t,
      () => page.locator('#select option').allInnerTexts(),
      documents.map(({ name }) => name),
    )
    const heading = page.locator('.info .title')
    await waitForMatch(t, heading, VARIANTS[0].title, 'v1 is selected first')
    for (const { name, title } of documents.toReversed()) {
      await page.locator('#select').selectOption({ label: name })
      await heading.filter({ hasText: title }).waitFor()
      await isShown(page)
      await waitForEqual(
        t,
        () => new URL(page.url()).searchParams.get('urls.primaryName'),
        name,
        'the URL is a link to the document',
      )
    }
  })
}
