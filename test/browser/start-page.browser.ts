import t from 'tap'
import { ownStore } from '../kit/helper.js'
import { startListening } from '../kit/raw-http.js'
import { layoutProblems, PHONE } from './accessibility.js'
import { openPage, visit } from './browser.js'
import { waitForEqual } from './wait-for.js'

t.test('the start page has no accessibility problems, in both colour schemes and at all widths', async (t) => {
  const { origin } = await startListening(t, await ownStore())
  const page = await openPage(t, origin, { viewport: PHONE })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(origin)
  await page.getByTestId('version').getByText('edition').waitFor()
  t.strictSame(await layoutProblems(page), [])
  await page.getByTestId('create-board').click()
  await page.getByTestId('created-board').waitFor()
  t.strictSame(await layoutProblems(page), [])
})

t.test('what a user can do, both ways to start and the small board are on the first screen', async (t) => {
  const { origin } = await startListening(t, await ownStore())
  const page = await visit(t, origin)
  const screens = [
    { width: 1280, height: 800, join: page.getByTestId('join-class') },
    { width: 390, height: 844, join: page.getByRole('link', { name: 'Join a class' }) },
  ]
  for (const { width, height, join } of screens) {
    await page.setViewportSize({ width, height })
    for (const element of [page.locator('h1'), page.getByTestId('create-board'), join, page.getByTestId('miniature')]) {
      const isInView = async () => {
        const box = await element.boundingBox()
        return box !== null && box.y + box.height <= height
      }
      await waitForEqual(t, isInView, true, `${element}: ${width}`)
    }
  }
  await page.getByRole('link', { name: 'Join a class' }).click()
  await page.locator('#join-class:focus').waitFor()
})

t.test('the small board shows requests and faults without sending any, until the user pauses it', async (t) => {
  const { origin } = await startListening(t, await ownStore())
  const page = await openPage(t, origin)
  await page.clock.install()
  await page.goto(origin)
  await page.getByTestId('version').getByText('edition').waitFor()
  await page.getByTestId('status-buggy').getByText('available', { exact: true }).waitFor()
  let sent = 0
  page.on('request', () => sent++)
  const requests = page.getByTestId('miniature-requests')
  await requests.getByText('No “priority”').waitFor()
  await page.clock.runFor(2000)
  await requests.getByText('missing-fields').waitFor()
  await page.getByTestId('pause-miniature').click()
  const before = await requests.innerText()
  await page.clock.runFor(10_000)
  await waitForEqual(t, requests, before)
  await page.getByTestId('pause-miniature').click()
  await page.clock.runFor(4000)
  await requests.getByText('missing-fields').waitFor({ state: 'hidden' })
  await requests.getByText('GET /api/v1/tasks', { exact: true }).waitFor()
  t.equal(sent, 0)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.getByTestId('miniature').getByText('2 faults found').waitFor()
  await waitForEqual(t, () => page.getByTestId('pause-miniature').count(), 0)
})

t.test('the start page works with the keyboard alone', async (t) => {
  const { origin } = await startListening(t, await ownStore())
  const page = await visit(t, origin)
  await page.getByTestId('create-board').waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await waitForEqual(
    t,
    () => page.evaluate('document.activeElement.id'),
    'content',
    'the first link skips to the content',
  )
  while (!(await page.getByTestId('board-name').evaluate((field) => field === field.ownerDocument.activeElement))) {
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  await page.getByTestId('created-board').waitFor()
})
