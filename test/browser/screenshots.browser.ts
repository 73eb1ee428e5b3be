import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { longTest } from '../kit/long-test.js'
import { startListening } from '../kit/raw-http.js'
import { openPage } from './browser.js'
import { SCREENSHOTS, takeScreenshots } from './screenshots.js'

const ROOT = join(import.meta.dirname, '..', '..')
/** The maximum size keeps the documentation fast to load. */
const BYTES_MAX = 250_000

longTest('the screenshots of the documentation can be taken', async (t) => {
  // One screenshot shows the default rates.
  const { origin } = await startListening(t, { rates: {} })
  const page = await openPage(t, origin)
  const folder = process.env.SCREENSHOTS_DIR ?? t.testdir()
  await takeScreenshots(page, origin, folder)
  for (const file of Object.keys(SCREENSHOTS)) {
    const image = readFileSync(join(folder, file))
    t.equal(image.subarray(1, 4).toString(), 'PNG', file)
    t.ok(image.length < BYTES_MAX, `${file} has ${image.length} bytes`)
  }
})

t.test('the documentation uses every image of its folder, including every screenshot', async (t) => {
  const documents = ['README.md', ...readdirSync(join(ROOT, 'docs')).map((name) => `docs/${name}`)]
    .filter((file) => file.endsWith('.md'))
    .map((file) => readFileSync(join(ROOT, file), 'utf8'))
  const shown = new Set(
    documents.flatMap((document) =>
      [...document.matchAll(/\bimages\/([\w-]+\.(?:png|svg))\)/g)].map(([, file]) => file),
    ),
  )
  t.strictSame([...shown].sort(), readdirSync(join(ROOT, 'docs/images')).sort())
  for (const file of Object.keys(SCREENSHOTS)) t.ok(shown.has(file), file)
})
