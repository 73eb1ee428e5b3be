import type { Page } from 'playwright-core'
import t from 'tap'
import { openBoard } from './board-page.js'
import { drag } from './drag.js'
import { holdResponse } from './hold-response.js'
import { openClass } from './open-class.js'
import { waitForEqual } from './wait-for.js'

/** Records the layout shifts of a page. Those of less than a hundredth are letters that get another width. */
const RECORDER = `
  window.shifts = []
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
      if (value > 0.01) shifts.push(sources.map(({ node }) => node?.className ?? node?.textContent).join(', '))
    }
  }).observe({ type: 'layout-shift', buffered: true })
`

/** Returns what has moved since the page was opened, after two more frames. */
const findShifts = (page: Page) =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(shifts))))')

t.test('the tasks of a used board stay where they are when its requests arrive', async (t) => {
  const { page, base, board } = await openBoard(t)
  await page.addInitScript(RECORDER)
  const paths = Array.from({ length: 100 }, () => `${base}/api/v1/tasks?size=1`)
  await Promise.all(paths.map(async (path) => (await fetch(path)).text()))
  await board.send('GET /requests')
  const { held } = await holdResponse(page, /\/score$/)
  await page.reload()
  const release = await held
  await page.getByTestId('task').first().waitFor()
  await release()
  await page.getByTestId('request').first().waitFor()
  t.equal(await page.getByTestId('first-run').count(), 0)
  t.strictSame(await findShifts(page), [])
})

t.test('a board can drag its tasks when it has loaded what this needs, and nothing moves', async (t) => {
  const { page, url, titles, task } = await openBoard(t)
  await page.addInitScript(RECORDER)
  const html = await (await fetch(url, { headers: { accept: 'text/html' } })).text()
  const loadedFirst = [...html.matchAll(/web\/([\w-]+)\.js/g)].map(([, name]) => name)
  const { held } = await holdResponse(page, new RegExp(`/web/(?!${loadedFirst.join('|')})[\\w-]+\\.js$`))
  await page.reload()
  const release = await held
  await page.getByTestId('task').first().waitFor()
  t.equal(await page.locator('[draggable=true]').count(), 0)
  const [first = '', second = ''] = await titles('TODO')
  await task(first).getByTestId('task-handle').press('Space')
  await page.getByTestId('announcement').getByText('position 1').waitFor()
  await page.keyboard.press('Escape')
  await release()
  await drag(t, task(second), task(first))
  await waitForEqual(t, async () => (await titles('TODO')).slice(0, 2), [second, first])
  t.strictSame(await findShifts(page), [])
})

t.test('a board shows its exercise and its tasks together', async (t) => {
  const { page, board } = await openBoard(t)
  await page.addInitScript(RECORDER)
  const exercise = { title: 'Find the faults', message: 'Ten more minutes', challenges: ['first-hour'] }
  await board.asOwner('PUT /exercise', { json: exercise })
  const { held } = await holdResponse(page, /\/score$/)
  await page.reload()
  const release = await held
  await page.getByTestId('task').first().waitFor({ state: 'attached' })
  await release()
  await page.getByTestId('task').first().waitFor()
  await page.getByTestId('message-text').waitFor()
  await page.getByTestId('tab-challenges').waitFor()
  t.strictSame(await findShifts(page), [])
})

t.test('the trainer page stays where it is when it knows the addresses of the machine', async (t) => {
  const { page } = await openClass(t)
  await page.addInitScript(RECORDER)
  const { held } = await holdResponse(page, /\/addresses$/)
  await page.reload()
  const release = await held
  await page.getByTestId('learner').first().waitFor()
  await waitForEqual(t, () => page.getByTestId('only-local').isVisible(), false)
  await release()
  await page.getByTestId('only-local').waitFor()
  t.strictSame(await findShifts(page), [])
})
