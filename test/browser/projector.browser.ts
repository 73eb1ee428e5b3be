import t, { type Test } from 'tap'
import { startListening } from '../raw-http.js'
import { asTrainer } from '../training/class.js'
import { EVERY_SECOND } from '../training/learner.js'
import { accessibilityProblems, layoutProblems, PHONE } from './accessibility.js'
import { startBrowser } from './browser.js'
import { readQr } from './qr.js'

const openPage = await startBrowser(t)

/** Starts a service with a class, and opens its projector. */
async function openProjector(t: Test, context: object = {}, exercise: object = {}, options: object = {}) {
  const service = await startListening(t, { sleep: async () => {}, streams: { pollInterval: 50 }, ...options })
  const { json: created } = await service.send('POST /classes', {
    json: {
      name: 'Testing APIs',
      names: ['Ada', 'Grace', 'Alan'],
      fixture: 'demo',
      exercise: { faults: EVERY_SECOND, ...exercise },
    },
  })
  const trainer = asTrainer(service, created)
  const visit = await openPage(t, service.origin, context)
  const { page } = visit
  await page.goto(`${service.origin}/class`)
  await page.getByTestId('trainer-secret').fill(trainer.token)
  await page.getByTestId('sign-in').click()
  await page.getByTestId('toggle-projector').click()
  await page.getByTestId('projector').waitFor()
  return { service, ...trainer, ...visit }
}

t.test('a learner joins with the link of the QR code, and the projector counts it', async (t) => {
  const { page, service, created, takeProblems } = await openProjector(t)
  await page.getByTestId('projector-joined').getByText('0 of 3 joined').waitFor()
  const link = await readQr(page, 'join-qr')
  t.equal(link, `${service.origin}/?code=${created.joinCode}`)
  t.equal(await page.getByTestId('join-link').innerText(), link)
  t.equal(await page.getByTestId('join-url').innerText(), service.origin.replace('http://', ''))
  t.equal(await page.getByText('Ada').count(), 0, 'no names')
  const { page: phone, takeProblems: takeProblemsOfPhone } = await openPage(t, service.origin, { viewport: PHONE })
  await phone.goto(link)
  t.equal(await phone.getByTestId('join-code').inputValue(), created.joinCode)
  await phone.locator('[data-testid=learner-name]:focus').fill('Grace')
  await phone.keyboard.press('Enter')
  await phone.getByTestId('open-joined-board').waitFor()
  await page.getByTestId('projector-joined').getByText('1 of 3 joined').waitFor()
  t.strictSame(takeProblems(), [])
  t.strictSame(takeProblemsOfPhone(), [])
})

t.test('the projector warns that its address is for this machine only, and offers others', async (t) => {
  const { page, service, created } = await openProjector(t)
  await page.getByTestId('local-address').getByText('connections from this machine only').waitFor()
  const other = `http://intranet.test:${new URL(service.origin).port}`
  // The service of the test listens at a loopback address.
  await page.route('**/addresses', async (route) => {
    const response = await route.fetch()
    const json = { ...(await response.json()), others: [{ url: other, interface: 'wlan0' }] }
    await route.fulfill({ response, json })
  })
  await page.reload()
  await page.getByTestId('use-address').click()
  t.equal(await readQr(page, 'join-qr'), `${other}/?code=${created.joinCode}`)
  await page.reload()
  await page.getByTestId('join-url').getByText('intranet.test').waitFor()
  t.equal(await page.getByTestId('use-address').getAttribute('aria-pressed'), 'true')
})

t.test('the projector fills the screen with F, and survives a reload', async (t) => {
  const { page, takeProblems } = await openProjector(t)
  await page.keyboard.press('f')
  await page.getByTestId('full-screen').getByText('Leave full screen').click()
  await page
    .getByTestId('full-screen')
    .getByText(/^Full screen/)
    .waitFor()
  await page.reload()
  await page.getByTestId('projector-code').waitFor()
  const box = await page.getByTestId('projector-code').boundingBox()
  t.ok((box?.height ?? 0) > 60, 'large type')
  await page.getByTestId('toggle-projector').click()
  await page.getByText('Ada').waitFor()
  await page.locator('[data-testid=toggle-projector]:focus').waitFor()
  t.strictSame(takeProblems(), [])
})

t.test('the projector has no accessibility problems on a phone and on a large screen', async (t) => {
  const { page } = await openProjector(t, { viewport: PHONE, reducedMotion: 'reduce' })
  await page.getByTestId('join-qr').waitFor()
  t.strictSame(await layoutProblems(page), [])
  t.strictSame(await accessibilityProblems(page), [])
})
