import t from 'tap'
import { minute } from '../classroom/training/learner.js'
import { accessibilityProblems, codeProblems, layoutProblems, PHONE } from './accessibility.js'
import { visit } from './browser.js'
import { openProjector } from './open-projector.js'
import { operate } from './operate.js'
import { readQr } from './qr.js'
import { waitForEqual, waitForMatch } from './wait-for.js'

t.test('a learner joins with the link of the QR code, and the projector counts it', async (t) => {
  const { page, service, created } = await openProjector(t)
  await page.getByTestId('projector-joined').getByText('0 of 3 joined').waitFor()
  const link = await readQr(page, 'join-qr')
  t.equal(link, `${service.origin}/?code=${created.joinCode}`)
  await waitForEqual(t, page.getByTestId('join-link'), link)
  await waitForEqual(t, page.getByTestId('join-url'), service.origin.replace('http://', ''))
  t.equal(await page.getByText('Ada').count(), 0, 'no names')
  const phone = await visit(t, link, { viewport: PHONE })
  await waitForEqual(t, () => phone.getByTestId('join-code').inputValue(), created.joinCode)
  await phone.locator('[data-testid=learner-name]:focus').fill('Grace')
  await phone.keyboard.press('Enter')
  await phone.getByTestId('open-joined-board').waitFor()
  await page.getByTestId('projector-joined').getByText('1 of 3 joined').waitFor()
})

t.test('the projector warns that its address is for this machine only, and offers others', async (t) => {
  const { page, service, created } = await openProjector(t)
  await page.getByTestId('local-address').getByText('No other address').waitFor()
  const other = `http://intranet.test:${new URL(service.origin).port}`
  // The service of the test listens at a loopback address.
  await page.route('**/addresses', async (route) => {
    const response = await route.fetch()
    const json = { ...(await response.json()), others: [{ url: other, interface: 'wlan0' }] }
    await route.fulfill({ response, json })
  })
  await page.reload()
  await page.getByTestId('use-address').click()
  await waitForEqual(t, () => readQr(page, 'join-qr'), `${other}/?code=${created.joinCode}`)
  await page.reload()
  await page.getByTestId('join-url').getByText('intranet.test').waitFor()
  await waitForEqual(t, () => page.getByTestId('use-address').getAttribute('aria-pressed'), 'true')
})

t.test('the projector fills the screen with F, and survives a reload', async (t) => {
  const { page } = await openProjector(t)
  await page.keyboard.press('f')
  await page.getByTestId('full-screen').getByText('Exit full screen').click()
  await page
    .getByTestId('full-screen')
    .getByText(/^Full screen/)
    .waitFor()
  await page.reload()
  await page.getByTestId('projector-code').waitFor()
  const height = async () => (await page.getByTestId('projector-code').boundingBox())?.height ?? 0
  await waitForEqual(t, async () => (await height()) > 60, true, 'large type')
  await page.evaluate(`document.querySelector('[data-testid=projector-code]').innerText = 'WWWW-MMMM'`)
  for (const [width, height] of [
    [1280, 800],
    [1024, 768],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    const right = `(() => {
      const range = document.createRange()
      range.selectNodeContents(document.querySelector('[data-testid=projector-code]'))
      return range.getBoundingClientRect().right
    })()`
    const fits = async () => (await page.evaluate<number>(right)) <= width
    await waitForEqual(t, fits, true, `the widest code fits into ${width} × ${height}`)
  }
  await page.getByTestId('toggle-projector').click()
  await page.getByText('Ada').waitFor()
  await page.locator('[data-testid=toggle-projector]:focus').waitFor()
})

t.test('the projector has no accessibility problems on a phone and on a large screen', async (t) => {
  const { page } = await openProjector(t, { viewport: PHONE, reducedMotion: 'reduce' })
  await page.getByTestId('join-qr').waitFor()
  t.strictSame(await layoutProblems(page), [])
})

t.test('the projector shows live what learners find, with names only if the trainer wants them', async (t) => {
  const { page, boards, onBoard, service } = await openProjector(
    t,
    {},
    {
      title: 'Find the broken responses',
      task: 'Solve the challenges of `/api/v1` in their order, with any client.',
      instructions:
        'Use **buggy**.\n\n1. Open your board. It has an address of its own, and nobody else uses it.\n2. Send the request that the first challenge asks for: with the request sender, with curl, or from a test.',
      message: 'Ten *minutes* left',
      endsAt: minute(45),
      challenges: ['first-list', 'find-date-mix'],
    },
  )
  await page.getByTestId('show-exercise').click()
  await page.getByTestId('projector-message').locator('em').getByText('minutes').waitFor()
  await page.getByTestId('projector-instructions').locator('strong').getByText('buggy').waitFor()
  await page.getByTestId('projector-task').locator('code').getByText('/api/v1').waitFor()
  t.strictSame(await codeProblems(page), [])
  await waitForMatch(t, page.getByTestId('projector-countdown'), /^\d\d:\d\d$/)
  await waitForEqual(t, page.getByTestId('figure-found'), '0')
  await page.getByTestId('ranking-setting').selectOption('anonymous')

  const learner = await visit(t, `${service.origin}/b/${boards[0].id}/#buggy?panel=requests`)
  const row = learner.locator('[data-testid=request][data-request-id=one]')
  await onBoard(0, 'GET /api/v1/tasks')
  await onBoard(0, 'GET /api/buggy/tasks/1', { headers: { 'x-request-id': 'one' }, unchecked: true })
  await page.getByTestId('figure-pace').getByText('2', { exact: true }).waitFor()
  await page.getByText(/^requests in the last (\d0 s|minute)$/).waitFor()
  await operate(page, 'show-join', 'show-exercise')
  await page.getByTestId('figure-pace').getByText('2', { exact: true }).waitFor()
  await operate(row, 'open-request', 'report-fault', { 'claim-fault': { option: 'date-mix' } }, 'send-claim')
  await page.getByTestId('figure-found').getByText('1', { exact: true }).waitFor()
  await page.getByTestId('feed-entry').getByText('date-mix was found for the first time').waitFor()
  await page.getByTestId('figure-solved').getByText('2', { exact: true }).waitFor()
  await waitForMatch(t, page.getByTestId('ranked'), /1\.\s*Learner\s*3\s*points/)
  t.equal(await page.getByText('Ada').count(), 0, 'no names')

  await page.getByTestId('ranking-setting').selectOption('names')
  await page.reload()
  await page.getByTestId('feed-entry').getByText('Ada was the first to find date-mix').waitFor()
  await page.getByTestId('ranked').getByText('Ada').waitFor()
  await page.setViewportSize({ width: 1280, height: 800 })
  await waitForEqual(
    t,
    () => page.evaluate('document.querySelector(".projector").scrollHeight <= innerHeight'),
    true,
    'nothing is cut',
  )
  t.strictSame(await accessibilityProblems(page), [])
})

t.test('the trainer prints cards with the boards of the learners, and with new personal codes', async (t) => {
  const { page, service, boards, join } = await openProjector(t)
  await operate(page, 'toggle-projector', 'open-cards')
  await page.getByTestId('card').nth(2).waitFor()
  await waitForEqual(t, () => page.getByTestId('card-name').allInnerTexts(), ['Ada', 'Grace', 'Alan'])
  const baseUrl = `${service.origin}/b/${boards[0].id}`
  await waitForEqual(t, () => readQr(page, 'card-qr'), `${baseUrl}/`)
  await waitForEqual(t, page.getByTestId('card-url').first(), baseUrl)
  await page.getByTestId('print-cards').getByText('Print without codes').waitFor()
  await page.getByTestId('card-codes').getByText('The cards have no personal codes.').waitFor()
  await operate(page, 'new-codes', 'confirm')
  const personalCode = await page.getByTestId('card-code').first().innerText()
  t.match((await join('Ada', { personalCode })).json.baseUrl, boards[0].id)
  await page.getByTestId('print-cards').getByText('Print', { exact: true }).waitFor()
  await page.emulateMedia({ media: 'print' })
  await waitForEqual(t, () => page.getByTestId('print-cards').isVisible(), false)
  await waitForEqual(t, () => page.getByTestId('card-code').first().isVisible(), true)
  await page.emulateMedia({ media: 'screen' })
  await page.setViewportSize(PHONE)
  t.strictSame(await layoutProblems(page), [])
  await page.getByTestId('close-cards').click()
  await page.getByTestId('learner').first().waitFor()
})
