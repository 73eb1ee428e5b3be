import t from 'tap'
import { openClass } from './open-class.js'
import { waitForEqual } from './wait-for.js'

t.test('the projector opens in a window of its own, which the trainer controls from the page', async (t) => {
  const { page, token } = await openClass(t, {}, { clock: Date.now })
  const opening = page.waitForEvent('popup')
  await page.getByTestId('open-projector-window').click()
  const projector = await opening
  await projector.getByTestId('join-qr').waitFor()
  t.notOk(projector.url().includes(token), 'the secret is not in the address')
  t.ok(await page.getByTestId('class-bar').isVisible(), 'the page stays')
  await projector.reload()
  await projector.getByTestId('join-qr').waitFor()
  await projector.getByTestId('ranking-setting').selectOption('names')

  await page.getByTestId('window-exercise').click()
  await projector.locator('[data-view=exercise]').waitFor()
  await page.locator('[data-testid=window-exercise][aria-pressed=true]').waitFor()
  await page.getByTestId('window-usual').click()
  await page.locator('[data-testid=window-usual][aria-pressed=true]').waitFor()

  await page.getByTestId('end-now').click()
  await page.getByTestId('confirm').click()
  await projector.getByTestId('podium').or(projector.getByText('Nobody has points.')).waitFor()
  await page.getByTestId('open-debrief').click()
  await projector.getByTestId('debrief-empty').waitFor()
  await page.locator('[data-testid=window-debrief][aria-pressed=true]').waitFor()
  await waitForEqual(
    t,
    () => projector.getByTestId('ranking-setting').inputValue(),
    'names',
    'the window keeps its choices',
  )
  await waitForEqual(t, () => page.getByTestId('class-bar').isVisible(), true)

  const closing = projector.waitForEvent('close')
  // The click ends with an error if the window has closed before it returns.
  await Promise.all([
    closing,
    projector
      .getByTestId('toggle-projector')
      .click()
      .catch(() => {}),
  ])
  await page.getByTestId('open-debrief').click()
  await page.getByTestId('debrief-empty').waitFor()
})
