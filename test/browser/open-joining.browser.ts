import t from 'tap'
import { startListening } from '../kit/raw-http.js'
import { layoutProblems, PHONE } from './accessibility.js'
import { openPage, visit } from './browser.js'
import { operate } from './operate.js'
import { waitForEqual } from './wait-for.js'

t.test('learners join a class without a list of names, until the trainer closes joining', async (t) => {
  const { origin } = await startListening(t, { clock: Date.now, streams: { roundInterval: 50 } })
  const page = await visit(t, `${origin}/class`)
  await operate(page, { 'class-name': 'Open to all', 'learner-seats': '3' }, 'create-class', 'open-class')
  await page.getByTestId('joining').getByText('3 seats are free').waitFor()
  await page.getByTestId('no-learners').waitFor()
  const code = await page.getByTestId('join-code').innerText()

  const learner = await openPage(t, origin, { viewport: PHONE, allowed: /409/ })
  async function join(name: string): Promise<void> {
    await learner.evaluate('sessionStorage.clear()')
    await learner.goto(`${origin}/?code=${code}`)
    await operate(learner, { 'learner-name': name }, 'join-class')
  }
  await learner.goto(origin)
  await join('Ada')
  await learner.getByTestId('open-joined-board').waitFor()
  await page.getByTestId('open-learner').getByText('Ada').waitFor()
  await page.getByRole('heading', { name: 'Learners (1 joined, 2 seats free)' }).waitFor()
  await waitForEqual(t, () => page.getByTestId('learner').count(), 1, 'free seats are not in the table')

  await operate(page, 'toggle-projector', 'show-join')
  await page.getByTestId('projector-joined').getByText('1 joined', { exact: true }).waitFor()
  await page.getByTestId('toggle-projector').click()

  await page.getByTestId('toggle-joining').click()
  await page.getByTestId('joining').getByText('Joining is closed').waitFor()
  await join('Grace')
  await learner.getByTestId('failure').getByText('Your trainer has closed joining').waitFor()
  await page.getByTestId('toggle-projector').click()
  await page.getByTestId('joining-closed').waitFor()
  await page.getByTestId('toggle-projector').click()

  await operate(page, 'toggle-joining', 'open-add-learners')
  await page.locator('[data-testid=added-by-seats]:focus').waitFor()
  await operate(page, { 'added-seats': '4' }, 'add-boards')
  await page.getByTestId('joining').getByText('6 seats are free').waitFor()

  const { id, token } = JSON.parse(await page.evaluate("sessionStorage.getItem('class')"))
  const shown = await fetch(`${origin}/classes/${id}`, { headers: { authorization: `Bearer ${token}` } })
  const { boards } = (await shown.json()) as { boards: { name: string | null; baseUrl: string }[] }
  await fetch(`${boards.find(({ name }) => name === null)?.baseUrl}/api/v1/tasks`)
  await page.getByTestId('open-learner').getByText('(free board)').waitFor()
  await page.getByTestId('joining').getByText('5 seats are free').waitFor()
  await page.setViewportSize(PHONE)
  t.strictSame(await layoutProblems(page), [])
})
