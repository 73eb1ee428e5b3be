import t from 'tap'
import { layoutProblems } from './accessibility.js'
import { openBoard } from './board-page.js'
import { operate } from './operate.js'
import { readCopied, waitForEqual, waitForMatch } from './wait-for.js'

t.test('after the exercise, the summary shows finds and misses with exchanges, and prints alone', async (t) => {
  const { service, page, board, base, url } = await openBoard(t, {
    context: { reducedMotion: 'reduce' as const },
  })
  const minute = (count: number) => new Date(service.clock.now + count * 60_000).toISOString()
  const exercise = {
    title: 'Find the faults',
    endsAt: minute(30),
    challenges: ['first-list', 'read-task'],
    faults: { script: [['date-mix'], ['missing-fields']], scriptEnd: 'none' },
  }
  await board.asOwner('PUT /exercise', { json: exercise })
  for (const id of ['dates', 'fields']) {
    await (await fetch(`${base}/api/buggy/tasks/1`, { headers: { 'x-request-id': id } })).text()
  }
  await board.send('POST /claims', { json: { requestId: 'dates', fault: 'date-mix' } })
  // The summary also shows what is older than one page of requests.
  for (let count = 0; count < 100; count++) await (await fetch(`${base}/api/v1/tasks/1`)).text()
  await page.goto(`${url}#summary`)
  await page.reload()
  await page.getByTestId('exercise').getByText('Find the faults').waitFor()
  t.equal(await page.getByTestId('open-summary').count(), 0, 'not before the end')
  t.equal(await page.getByTestId('summary').count(), 0)
  await page.getByTestId('tab-score').click()
  service.clock.now += 31 * 60_000
  await page.getByTestId('open-summary').waitFor()
  t.equal(await page.locator('.board').getByText('The exercise has ended.').count(), 1, 'the board says it once')
  await page.emulateMedia({ media: 'print' })
  for (const [testId, isPrinted] of [
    ['column-TODO', true],
    ['new-task', false],
    ['panel', false],
    ['open-summary', false],
  ] as const) {
    t.equal(await page.getByTestId(testId).isVisible(), isPrinted, `${testId} on paper`)
  }
  await page.emulateMedia({ media: 'screen' })
  await page.getByTestId('open-summary').click()
  await page.locator('#summary:focus').waitFor()
  const found = page.getByTestId('found')
  await found.getByText('date-mix').waitFor()
  await waitForMatch(t, found.getByTestId('result'), /date-mix.*GET \/api\/buggy\/tasks\/1.*Right: `?\w+At/s)
  await waitForMatch(t, page.getByTestId('missed-results').getByTestId('result'), /missing-fields/)
  await waitForEqual(t, page.getByTestId('summary-found'), '1 of 2')
  await waitForEqual(t, page.getByTestId('summary-points'), '2')
  await waitForEqual(t, page.getByTestId('summary-challenges'), '1 of 2')
  await waitForMatch(t, page.getByTestId('summary-challenge-list'), 'Read one task')
  await waitForEqual(t, () => page.getByTestId('new-task').isVisible(), false)
  await page.getByTestId('show-all-exchanges').check()
  await page.getByTestId('missed-results').getByTestId('expected').waitFor()
  await found.getByTestId('expected').waitFor()
  t.strictSame(await layoutProblems(page), [])
  await page.emulateMedia({ media: 'print' })
  await waitForEqual(t, () => page.getByTestId('print-summary').isVisible(), false)
  await waitForEqual(t, () => found.getByTestId('expected').isVisible(), true)
  await page.emulateMedia({ media: 'screen' })
  await page.getByTestId('leave-summary').click()
  await page.locator('[data-testid=tab-score][aria-selected=true]').waitFor()
  await page.goBack()
  await found.waitFor()
})

t.test('a learner of a class gets a certificate, which the trainer page verifies by its number', async (t) => {
  const context = { permissions: ['clipboard-read', 'clipboard-write'], timezoneId: 'Pacific/Honolulu' }
  const { service, page } = await openBoard(t, { context })
  // The day before in this time zone.
  const endsAt = '2026-03-03T00:30:00Z'
  const { json } = await service.send('POST /classes', {
    json: { name: 'Testing APIs', names: ['Ada عدا'], exercise: { endsAt, challenges: ['first-list', 'read-task'] } },
  })
  const own = `${service.origin}/b/${json.boards[0].id}`
  await (await fetch(`${own}/api/v1/tasks`)).text()
  service.clock.now = Date.parse(endsAt) + 60_000
  await page.goto(`${own}/#summary`)
  await page.getByTestId('get-certificate').press('Enter')
  await page.getByTestId('certificate-name').getByText('Ada عدا').waitFor()
  await waitForEqual(t, page.getByTestId('certificate-challenges'), '1 of 2')
  await waitForMatch(t, page.getByTestId('certificate'), 'on March 3, 2026')
  t.strictSame(await layoutProblems(page), [])
  const number = await page.getByTestId('certificate-number').innerText()
  t.equal(await readCopied(page, () => page.getByTestId('copy-certificate-number').click()), number)
  await page.goto(`${service.origin}/class`)
  await operate(page, { 'trainer-secret': json.trainerSecret }, 'sign-in')
  await page.getByTestId('certificates').locator('summary').click()
  const verdict = async (typed: string, text: string) => {
    await operate(page, { 'certificate-form-number': typed }, 'verify-certificate')
    await page.getByTestId('certificate-verdict').getByText(text).waitFor()
  }
  await page.getByTestId('verify-certificate').click()
  await page.getByText('Enter the number of a certificate.').waitFor()
  await verdict('AAAA-AAAA-AAAA-AAAA', 'This is not the number')
  await verdict(number.toLowerCase(), 'This certificate is genuine.')
  await waitForEqual(t, page.getByTestId('certificate-number'), number)
})

t.test('after an exercise without faults, the summary is about challenges alone', async (t) => {
  const { service, page, board, base, url } = await openBoard(t)
  const endsAt = new Date(service.clock.now + 60_000).toISOString()
  await board.asOwner('PUT /exercise', { json: { endsAt, challenges: ['first-list', 'read-task'] } })
  await (await fetch(`${base}/api/v1/tasks`)).text()
  await (await fetch(`${base}/challenges`)).text()
  service.clock.now += 61_000
  await page.goto(`${url}#summary`)
  await page.reload()
  await page.getByTestId('show-unsolved').click()
  await page.getByTestId('summary-challenge-list').getByText('Read one task').waitFor()
  await waitForEqual(t, page.getByTestId('summary-challenges'), '1 of 2')
  await waitForEqual(t, page.getByTestId('summary-points'), '1')
  for (const id of ['found', 'missed-results', 'summary-precision']) t.equal(await page.getByTestId(id).count(), 0, id)
})
