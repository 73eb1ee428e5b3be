import t from 'tap'
import { sample } from '../kit/length.js'
import { startListening } from '../kit/raw-http.js'
import { openPage, VIEWPORT } from './browser.js'
import { openDocument, openOperation } from './swagger-ui.js'
import { waitForEqual, waitForMatch } from './wait-for.js'

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
const NAMES = sample(['v1', 'v2', 'buggy', 'boards', 'training'], 2)

const { origin } = await startListening(t, { demoData: true })
t.test('the page fits the width of a phone', async (t) => {
  const page = await openPage(t, origin, PHONE)
  const widths = () => page.evaluate<number[]>('[innerWidth, document.documentElement.scrollWidth]')
  for (const name of NAMES) {
    await openDocument(page, origin, name)
    await waitForEqual(t, widths, [PHONE.viewport.width, PHONE.viewport.width], name)
  }
  await openDocument(page, origin, 'v1')
  await openOperation(page, 'uploadAttachments')
  await waitForEqual(t, widths, [PHONE.viewport.width, PHONE.viewport.width], 'an open operation')
})

t.test('the first screen shows how to start', async (t) => {
  const page = await openPage(t, origin)
  for (const name of NAMES) {
    await openDocument(page, origin, name)
    const first = page.locator('.info .renderedMarkdown p').first()
    await waitForMatch(t, first, /^Start with (GET|POST) \//, name)
    const isInView = async () => {
      const { y = Number.NaN, height = Number.NaN } = (await first.boundingBox()) ?? {}
      return y + height < VIEWPORT.height
    }
    await waitForEqual(t, isInView, true, name)
  }
})

t.test('Swagger UI has the typeface of the other pages', async (t) => {
  const page = await openPage(t, origin)
  await openDocument(page, origin, 'v1')
  await page.getByText('Task Board Service', { exact: true }).waitFor()
  const loaded = await page.evaluate(
    'document.fonts.ready.then(() => [...document.fonts].map(({ family, status }) => family + " " + status))',
  )
  t.strictSame(loaded, ['Geist loaded', 'Geist Mono loaded'])
})
