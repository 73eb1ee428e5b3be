import type { Page } from 'playwright-core'
import t from 'tap'
import type { Json } from '../kit/helper.js'
import { openBoard } from './board-page.js'
import { drag } from './drag.js'
import { operate } from './operate.js'
import { waitForEqual, waitForMatch } from './wait-for.js'

/** Presses Enter on an element. */
async function press(page: Page, testId: string): Promise<void> {
  await page.getByTestId(testId).first().press('Enter')
}

t.test('a new task is shown and announced, and a marker shows where a moved task goes', async (t) => {
  const context = { viewport: { width: 390, height: 700 }, reducedMotion: 'reduce' as const }
  const { page, task, titles, send, column } = await openBoard(t, { context })
  // On a busy machine, the browser goes back in the history after the page has scrolled to the task.
  await page.evaluate('{ const goBack = history.back.bind(history); history.back = () => { history.goBack = goBack } }')
  await press(page, 'new-task')
  await page.getByTestId('field-title').fill('Call the printer')
  await page.keyboard.press('Enter')
  await task('Call the printer').locator('.task-title:focus').waitFor()
  await page.getByTestId('announcement').getByText('“Call the printer” was created. To do, position 9 of 9.').waitFor()
  await page.evaluate(`new Promise((resolve) => {
    addEventListener('popstate', () => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    history.goBack()
  })`)
  const isInView = async () => {
    const { y = Number.NaN, height = 0 } = (await task('Call the printer').boundingBox()) ?? {}
    return y >= 0 && y + height <= 700
  }
  await waitForEqual(t, isInView, true, 'it is in view')

  const marker = page.getByTestId('insertion')
  const places = () =>
    column('TODO')
      .locator('.tasks > *')
      .evaluateAll((items) => items.findIndex((item) => item.className === 'insertion'))
  const [first = '', second = '', third = ''] = await titles('TODO')
  await task(first).getByTestId('task-handle').press('Space')
  await page.keyboard.press('ArrowDown')
  await page.getByTestId('announcement').getByText('position 2 of 9').waitFor()
  await waitForEqual(t, places, 1)
  await page.keyboard.press('Escape')
  await marker.waitFor({ state: 'detached' })

  await page.setViewportSize({ width: 1200, height: 860 })
  const topOf = async (status: string) => (await column(status).boundingBox())?.y
  await waitForEqual(t, async () => (await topOf('TODO')) === (await topOf('DONE')), true, 'the columns are in one row')
  await drag(t, task(first), task(third))
  await marker.waitFor({ state: 'detached' })
  await page.getByTestId('last-request').getByText('reorder').waitFor()
  await waitForEqual(t, async () => (await titles('TODO')).slice(0, 3), [second, first, third])
  t.equal((await send('GET', '/tasks?status=TODO&sort=sortOrder')).content[1].title, first)
})

t.test('overdue dates say so in the time zone of the user, except on tasks that are done', async (t) => {
  const { page, send, task, titles } = await openBoard(t, { context: { timezoneId: 'Pacific/Auckland' } })
  for (const [title, dueDate, status] of [
    ['Yesterday', '2026-03-09', 'TODO'],
    ['Today', '2026-03-10', 'TODO'],
    ['Finished', '2026-03-01', 'DONE'],
  ]) {
    await send('POST', '/tasks', { title, dueDate, status })
  }
  // In Auckland, it is already the morning of 10 March.
  await page.clock.install({ time: '2026-03-09T20:00:00Z' })
  await page.reload()
  await task('Finished').waitFor()
  const due = (title: string) => task(title).getByTestId('task-due-date').innerText()
  await waitForMatch(t, () => due('Yesterday'), /^Overdue: /)
  t.notMatch(await due('Today'), 'Overdue')
  t.notMatch(await due('Finished'), 'Overdue')
  await page.clock.fastForward('17:00:00')
  await task('Today').getByText('Overdue:').waitFor()
  t.ok((await titles('TODO')).length > 2)
})

t.test('the direction of a text follows from its first letters', async (t) => {
  const { page, send, task, service } = await openBoard(t)
  const text = 'مرحبا API'
  const { id } = await send('POST', '/tasks', {
    title: text,
    description: text,
    status: 'TODO',
    labels: [text],
    checklistItems: [{ text }],
  })
  await send('POST', `/tasks/${id}/comments`, { text })
  const form = new FormData()
  form.append('files', new File(['x'], `${text}.txt`))
  const base = page.url().replace(/\/(#.*)?$/, '')
  await fetch(`${base}/api/v1/tasks/${id}/attachments`, { method: 'POST', body: form })
  await task(text).waitFor()
  const direction = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => element.ownerDocument.defaultView?.getComputedStyle(element).direction)
  const card = `.task[data-task-id="${id}"]`
  await waitForEqual(t, () => direction(`${card} .task-title`), 'rtl')
  await waitForEqual(t, () => direction(`${card} .labels li`), 'rtl')
  await task(text).getByTestId('task-title').click()
  await page.getByTestId('attachment').waitFor()
  for (const name of ['field-title', 'field-description', 'checklist-text', 'download-attachment']) {
    await waitForEqual(t, () => direction(`[data-testid=${name}]`), 'rtl', name)
  }
  await waitForEqual(t, () => direction('.comments .text'), 'rtl')
  await waitForEqual(t, () => direction('.list-field .labels bdi'), 'rtl')

  const { json: created }: Json = await service.send('POST /classes', {
    json: { name: text, names: [text], exercise: { title: text, task: text, instructions: text } },
  })
  await page.goto(`${service.origin}/class`)
  await operate(page, { 'trainer-secret': created.trainerSecret }, 'sign-in')
  await page.getByTestId('learner').waitFor()
  for (const name of ['class-heading', 'exercise-task', 'exercise-instructions', 'open-learner']) {
    await waitForEqual(t, () => direction(`[data-testid=${name}]`), 'rtl', name)
  }
  await waitForEqual(t, () => direction('.exercise h2'), 'rtl')
  await page.getByTestId('open-learner').click()
  await waitForEqual(t, () => direction('#learner'), 'rtl')
  await operate(page, 'close-learner', 'toggle-projector')
  await waitForEqual(t, () => direction('.projector h1'), 'rtl')
  await page.goto(service.origin)
  await operate(page, { 'join-code': created.joinCode, 'learner-name': text })
  await waitForEqual(t, () => direction('[data-testid=learner-name]'), 'rtl')
  await page.getByTestId('join-class').click()
  await waitForEqual(t, () => direction('[data-testid=joined-class] h3 bdi'), 'rtl')
})
