import t, { type Test } from 'tap'
import { asTrainer } from '../classroom/training/class.js'
import { EVERY_SECOND, MINUTE, minute } from '../classroom/training/learner.js'
import { startListening } from '../kit/raw-http.js'
import { accessibilityProblems, codeProblems, layoutProblems, PHONE } from './accessibility.js'
import { startBrowser } from './browser.js'
import { readQr } from './qr.js'
import { waitForEqual, waitForMatch } from './wait-for.js'

const openPage = await startBrowser(t)

/** Starts a service with a class, and opens its projector. */
async function openProjector(t: Test, context: object = {}, exercise: object = {}, options: object = {}) {
  const service = await startListening(t, { sleep: async () => {}, streams: { roundInterval: 50 }, ...options })
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
  // While nobody has joined, it shows how to join.
  await page.getByTestId('join-qr').waitFor()
  return { service, ...trainer, ...visit }
}

t.test('a learner joins with the link of the QR code, and the projector counts it', async (t) => {
  const { page, service, created, takeProblems } = await openProjector(t)
  await page.getByTestId('projector-joined').getByText('0 of 3 joined').waitFor()
  const link = await readQr(page, 'join-qr')
  t.equal(link, `${service.origin}/?code=${created.joinCode}`)
  await waitForEqual(t, () => page.getByTestId('join-link').innerText(), link)
  await waitForEqual(t, () => page.getByTestId('join-url').innerText(), service.origin.replace('http://', ''))
  t.equal(await page.getByText('Ada').count(), 0, 'no names')
  const { page: phone, takeProblems: takeProblemsOfPhone } = await openPage(t, service.origin, { viewport: PHONE })
  await phone.goto(link)
  await waitForEqual(t, () => phone.getByTestId('join-code').inputValue(), created.joinCode)
  await phone.locator('[data-testid=learner-name]:focus').fill('Grace')
  await phone.keyboard.press('Enter')
  await phone.getByTestId('open-joined-board').waitFor()
  await page.getByTestId('projector-joined').getByText('1 of 3 joined').waitFor()
  t.strictSame(takeProblems(), [])
  t.strictSame(takeProblemsOfPhone(), [])
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
  const { page, takeProblems } = await openProjector(t)
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
  t.strictSame(takeProblems(), [])
})

t.test('the projector has no accessibility problems on a phone and on a large screen', async (t) => {
  const { page } = await openProjector(t, { viewport: PHONE, reducedMotion: 'reduce' })
  await page.getByTestId('join-qr').waitFor()
  t.strictSame(await layoutProblems(page), [])
})

t.test(
  'the projector shows live what learners find and solve, with names only if the trainer wants them',
  async (t) => {
    const { page, boards, onBoard, service, takeProblems } = await openProjector(
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
    await waitForMatch(t, () => page.getByTestId('projector-countdown').innerText(), /^\d\d:\d\d$/)
    await waitForEqual(t, () => page.getByTestId('figure-found').innerText(), '0')
    await page.getByTestId('ranking-setting').selectOption('anonymous')

    const { page: learner } = await openPage(t, service.origin)
    await learner.goto(`${service.origin}/b/${boards[0].id}/#buggy?panel=requests`)
    const row = learner.locator('[data-testid=request][data-request-id=one]')
    await onBoard(0, 'GET /api/v1/tasks')
    await onBoard(0, 'GET /api/buggy/tasks/1', { headers: { 'x-request-id': 'one' }, unchecked: true })
    await page.getByTestId('figure-pace').getByText('2', { exact: true }).waitFor()
    await page.getByText(/^requests in the last (\d0 s|minute)$/).waitFor()
    await page.getByTestId('show-join').click()
    await page.getByTestId('show-exercise').click()
    await page.getByTestId('figure-pace').getByText('2', { exact: true }).waitFor()
    await row.getByTestId('open-request').click()
    await row.getByTestId('report-fault').click()
    await row.getByTestId('claim-fault').selectOption('date-mix')
    await row.getByTestId('send-claim').click()
    await page.getByTestId('figure-found').getByText('1', { exact: true }).waitFor()
    await page.getByTestId('feed-entry').getByText('date-mix was found for the first time').waitFor()
    await page.getByTestId('figure-solved').getByText('2', { exact: true }).waitFor()
    await waitForMatch(t, () => page.getByTestId('ranked').innerText(), /1\.\s*Learner\s*3\s*points/)
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
    t.strictSame(takeProblems(), [])
  },
)

t.test('after the exercise, the projector shows the podium and what was missed', async (t) => {
  const script = [['date-mix'], ['server-error'], ['server-error']]
  const { page, onBoard, service, takeProblems } = await openProjector(
    t,
    { viewport: PHONE },
    { endsAt: minute(45), faults: { script, scriptEnd: 'repeat' } },
  )
  for (const id of ['one', 'two', 'three'])
    await onBoard(0, 'GET /api/buggy/tasks?size=1', { headers: { 'x-request-id': id }, unchecked: true })
  await onBoard(1, 'GET /api/buggy/tasks?size=1', { headers: { 'x-request-id': 'one' }, unchecked: true })
  await onBoard(0, 'POST /claims', { json: { requestId: 'two', fault: 'server-error' } })
  await page.getByTestId('show-debrief').click()
  await page.getByTestId('debrief-later').waitFor()
  service.clock.now += 46 * MINUTE
  await page.getByTestId('debrief-numbers').getByText('Found: 0 of 2. Missed by 2 learners.').waitFor()
  await waitForMatch(t, () => page.getByTestId('expected').locator('mark').first().innerText(), /At": "20/)
  await page.keyboard.press('PageDown')
  await page.getByTestId('debrief-numbers').getByText('Found: 1 of 2. Missed by 1 learner.').waitFor()
  await page.getByTestId('difference').getByText('The status is 500 instead of 200.').waitFor()
  t.strictSame(await layoutProblems(page), [])
  await page.reload()
  await page.getByTestId('debrief').getByText('server-error', { exact: true }).waitFor()
  await page.getByTestId('debrief-previous').click()
  await page.getByTestId('debrief').getByText('date-mix', { exact: true }).waitFor()
  await page.getByTestId('show-results').click()
  await page.getByTestId('rank-names').click()
  await page.getByTestId('podium-step').getByText('Ada').waitFor()
  await page.getByTestId('toggle-projector').click()
  await page.getByTestId('toggle-projector').click()
  await page.getByTestId('show-results').click()
  await page.getByTestId('podium-step').getByText('Ada').waitFor()
  t.strictSame(await layoutProblems(page), [])
  t.strictSame(takeProblems(), [])
})

t.test('learners with the same points share a step of the podium', async (t) => {
  const faults = { script: [['server-error']], scriptEnd: 'repeat' }
  const { page, onBoard, service, takeProblems } = await openProjector(t, {}, { endsAt: minute(45), faults })
  for (const index of [0, 1, 2]) {
    await onBoard(index, 'GET /api/buggy/tasks', { headers: { 'x-request-id': 'one' }, unchecked: true })
    await onBoard(index, 'POST /claims', { json: { requestId: 'one', fault: 'server-error' } })
  }
  service.clock.now += 46 * MINUTE
  await page.getByTestId('show-results').click()
  await page.getByTestId('rank-names').click()
  await waitForMatch(t, () => page.getByTestId('podium-step').innerText(), /^Ada\s+Grace\s+Alan\s+1\s+\d+ points?$/)
  t.strictSame(takeProblems(), [])
})

t.test('the projector shows a drill: its progress, the ranking, the podium, and the wrong reactions', async (t) => {
  const exercise = { drill: { profile: 'network', seed: 1 }, endsAt: minute(45) }
  const { page, trainer, onBoard, service, takeProblems } = await openProjector(t, {}, exercise)
  const request = (index: number) => onBoard(index, 'GET /api/buggy/tasks/999999', { unchecked: true })
  for (const index of [0, 1, 1]) await request(index)
  await page.getByTestId('show-exercise').click()
  await page.getByTestId('ranking-setting').selectOption('names')
  await waitForEqual(t, () => page.getByTestId('figure-running').innerText(), '2')
  t.equal(await page.getByTestId('figure-found').count(), 0, 'nothing can be found in a drill')
  t.equal(await page.getByTestId('feed').count(), 0)
  const ranked = () => page.getByTestId('ranked').allInnerTexts()
  await waitForMatch(t, async () => (await ranked()).join(), /^\s*Ada\s+–,\s*Grace\s+–$/, 'nobody has a place yet')
  await page.getByTestId('show-results').click()
  await page.getByTestId('podium-empty').getByText('No client has finished a run.').waitFor()
  await onBoard(0, 'POST /drill/finish', { json: { success: true } })
  await page.getByTestId('figure-best').getByText('33.3%').waitFor()
  await waitForEqual(t, () => page.getByTestId('figure-finished').innerText(), '1')
  await waitForMatch(t, () => page.getByTestId('podium-step').innerText(), /Ada\s+1\s+33\.3%/)
  await trainer('PATCH ', { json: { frozen: true } })
  await page.getByTestId('projector-frozen').getByText('The class is frozen.').waitFor()
  service.clock.now += 46 * MINUTE
  await waitForMatch(t, async () => (await ranked()).join(), /^1\.\s*Ada\s+33\.3%,2\.\s*Grace\s+16\.6%$/)
  await page.getByTestId('show-debrief').click()
  const situation = page.getByTestId('debriefed-situation')
  await situation.getByText('Wrong in 1 of 2 cases, by the client of 1 learner.').waitFor()
  await situation.getByText('The client repeated the request unchanged after 404.').waitFor()
  t.strictSame(await layoutProblems(page), [])
  t.strictSame(takeProblems(), [])
})

t.test('the projector shows the finds of defects, and their debrief', async (t) => {
  const exercise = { defects: ['size-ignored'], faults: { profile: 'none' }, endsAt: minute(45) }
  const { page, onBoard, service, takeProblems } = await openProjector(t, {}, exercise)
  for (const index of [0, 1]) await onBoard(index, 'GET /api/v1/tasks', { unchecked: true })
  await onBoard(0, 'POST /claims', { json: { defect: 'size-ignored' } })
  await page.getByTestId('show-exercise').click()
  await page.getByTestId('ranking-setting').selectOption('names')
  await page.getByTestId('figure-found').getByText('1', { exact: true }).waitFor()
  await page.getByText('faults and defects found').waitFor()
  await waitForMatch(t, () => page.getByTestId('ranked').first().innerText(), /1\.\s*Ada\s*1\s*points/)
  service.clock.now += 46 * MINUTE
  await page.getByTestId('show-debrief').click()
  await page.getByTestId('debrief').getByText('size-ignored', { exact: true }).waitFor()
  await page.getByTestId('debrief-numbers').getByText('Found: 1 of 2. Missed by 1 learner.').waitFor()
  t.strictSame(takeProblems(), [])
})

t.test('the projector ranks nobody while the exercise hides verdicts', async (t) => {
  const exercise = { feedback: 'after', faults: EVERY_SECOND, endsAt: minute(45) }
  const { page, onBoard, service, takeProblems } = await openProjector(t, {}, exercise)
  await onBoard(0, 'GET /api/v1/tasks')
  await page.getByTestId('show-results').click()
  await page.getByTestId('ranking-setting').selectOption('names')
  await page.getByTestId('podium-empty').getByText('The places appear when the exercise ends.').waitFor()
  t.equal(await page.getByTestId('ranked').count(), 0)
  service.clock.now += 46 * MINUTE
  await page.getByTestId('podium-empty').getByText('Nobody has points.').waitFor()
  await page.getByTestId('show-debrief').click()
  await page.getByTestId('debrief-empty').getByText('The class has met no faults').waitFor()
  t.strictSame(takeProblems(), [])
})

t.test('the trainer prints cards with the boards of the learners, and with new personal codes', async (t) => {
  const { page, service, boards, join, takeProblems } = await openProjector(t)
  await page.getByTestId('toggle-projector').click()
  await page.getByTestId('open-cards').click()
  await page.getByTestId('card').nth(2).waitFor()
  await waitForEqual(t, () => page.getByTestId('card-name').allInnerTexts(), ['Ada', 'Grace', 'Alan'])
  const baseUrl = `${service.origin}/b/${boards[0].id}`
  await waitForEqual(t, () => readQr(page, 'card-qr'), `${baseUrl}/`)
  await waitForEqual(t, () => page.getByTestId('card-url').first().innerText(), baseUrl)
  await page.getByTestId('print-cards').getByText('Print without codes').waitFor()
  await page.getByTestId('card-codes').getByText('The cards have no personal codes.').waitFor()
  await page.getByTestId('new-codes').click()
  await page.getByTestId('confirm').click()
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
  t.strictSame(takeProblems(), [])
})
