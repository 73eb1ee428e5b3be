import { readFileSync } from 'node:fs'
import t from 'tap'
import { ADMIN_TOKEN } from '../kit/board.js'
import { startListening } from '../kit/raw-http.js'
import { visit } from './browser.js'
import { operate } from './operate.js'
import { waitForEqual } from './wait-for.js'

t.test('a trainer link signs in without its secret in the address, and the class can be deleted', async (t) => {
  const service = await startListening(t, { clock: Date.now })
  const page = await visit(t, `${service.origin}/class`, { acceptDownloads: true })
  await operate(page, { 'class-name': 'Linked', 'learner-by-names': true, 'learner-names': 'Ada' })
  await page.getByTestId('learner-count').getByText('1 name').waitFor()
  await page.getByTestId('create-class').click()
  const secret = await page.getByTestId('new-secret').innerText()
  const link = await page.getByTestId('trainer-link').innerText()
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByTestId('save-secrets').click()])
  const saved = readFileSync(await download.path(), 'utf8')
  t.equal(download.suggestedFilename(), 'trainer secret Linked.txt')
  t.ok(saved.includes(secret) && saved.includes(link) && saved.startsWith('Linked\n'), 'the file has both')

  await page.reload()
  await waitForEqual(t, page.getByTestId('new-secret'), secret, 'it survives a reload')
  await page.getByTestId('open-class').click()
  await page.getByTestId('start-now').getByText('Start without a task').waitFor()
  await page.getByTestId('template-first-hour').click()
  await page.locator('[data-testid=duration-60]:checked').waitFor()
  await page.getByTestId('duration-45').check()
  await page.getByTestId('start-now').getByText('Start now').click()
  await page.getByTestId('class-bar').getByText('Running').waitFor()
  await page.getByTestId('exercise').getByText('Your first hour with an API').waitFor()

  const other = await visit(t, link)
  await other.getByTestId('class-heading').getByText('Linked').waitFor()
  await waitForEqual(t, () => other.url(), `${service.origin}/class`)
  t.equal(await other.evaluate('history.length'), 2, 'Back does not lead to the link')
  await other.reload()
  await other.getByTestId('open-learner').getByText('Ada').waitFor()
  await other.getByTestId('sign-out').click()
  await other.goto(link)
  await other.getByTestId('class-heading').waitFor()
  await waitForEqual(t, () => other.url(), `${service.origin}/class`, 'also when the page was open')

  const { json: second } = await service.send('POST /classes', { json: { name: 'Second', count: 1 } })
  const secondLink = link.replace(/#.*/, `#class=${second.id}&secret=${second.trainerSecret}`)
  await other.goto(secondLink)
  await other.getByTestId('other-class').getByText('The link opens “Second” instead').waitFor()
  await waitForEqual(t, () => other.url(), `${service.origin}/class`, 'the secret is not in the address')
  await other.getByTestId('stay-in-class').click()
  await other.getByTestId('other-class').waitFor({ state: 'detached' })
  await other.getByTestId('class-heading').getByText('Linked').waitFor()
  await other.goto(secondLink)
  await other.getByTestId('open-other-class').click()
  await other.getByTestId('class-heading').getByText('Second').waitFor()
  await other.goto(link)
  await other.getByTestId('open-other-class').click()
  await other.getByTestId('class-heading').getByText('Linked').waitFor()

  await other.getByTestId('delete-class').click()
  await other.getByText('This deletes the class with all its boards, scores and certificates').waitFor()
  await other.getByTestId('confirm').click()
  await other.locator('h1:focus').getByText('Your class').waitFor()
  t.equal((await service.send('GET /classes', { token: secret })).status, 401)
})

t.test('the administrator learns that there are no classes yet', async (t) => {
  const { origin } = await startListening(t, { creators: 'admin', adminToken: ADMIN_TOKEN })
  const page = await visit(t, `${origin}/class`)
  await operate(page, { 'trainer-secret': ADMIN_TOKEN }, 'sign-in')
  await page.locator('.failure').getByText('The administrator token is valid, but there are no classes yet.').waitFor()
  t.pass('it is not called a trainer secret')
})
