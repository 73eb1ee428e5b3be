import { readFileSync } from 'node:fs'
import t from 'tap'
import type { Json } from '../kit/helper.js'
import { sample } from '../kit/length.js'
import { openBoard } from './board-page.js'
import { drag } from './drag.js'
import { holdResponse } from './hold-response.js'
import { operate } from './operate.js'
import { waitForEqual, waitForMatch } from './wait-for.js'

for (const isDefault of sample([false, true], 2)) {
  const name = isDefault ? 'the default board' : 'a private board'

  t.test(`on ${name}, a user creates, changes and deletes a task`, async (t) => {
    const { page, column, task, openTask, send } = await openBoard(t, { isDefault })
    await page.getByTestId('new-task').click()
    await page.locator('[data-testid=field-title]:focus').fill('Buy <img src=x onerror=alert(1)> milk')
    await operate(page, { 'field-priority': { option: 'URGENT' }, 'field-due-date': '2026-12-24', 'new-label': 'shop' })
    await page.getByTestId('new-label').press('Enter')
    await operate(page, { 'new-label': 'not added yet' }, 'add-checklist-item', { 'checklist-text': 'Oat milk' })
    await page.getByTestId('checklist-text').press('Enter')
    await page.getByTestId('checklist-text').nth(1).and(page.locator(':focus')).fill('Bread')
    await page.getByTestId('save-task').click()
    const card = task('Buy <img src=x onerror=alert(1)> milk')
    await card.waitFor()
    await waitForEqual(t, card.getByTestId('task-priority'), 'Urgent')
    await waitForMatch(t, card, /shop\s+not added yet[\s\S]*0 of 2 done/)
    t.equal(await page.locator('img[src=x]').count(), 0, 'texts are never HTML')
    await waitForEqual(t, column('TODO').getByTestId('column-count'), '9')

    await openTask('Buy <img src=x onerror=alert(1)> milk')
    await waitForEqual(t, () => page.getByTestId('field-due-date').inputValue(), '2026-12-24')
    await page.getByTestId('field-title').fill('Buy oat milk')
    await page.getByRole('checkbox', { name: 'Done: Bread' }).check()
    await page.getByTestId('save-task').click()
    await task('Buy oat milk').getByText('1 of 2 done').waitFor()

    await openTask('Buy oat milk')
    await operate(page, 'delete-task', 'confirm')
    await task('Buy oat milk').waitFor({ state: 'detached' })
    t.equal((await send('GET', '/tasks/summary')).totalTasks, 20)
  })

  t.test(`on ${name}, a user comments on a task, and uploads and downloads files`, async (t) => {
    const { page, openTask } = await openBoard(t, { isDefault })
    await openTask('Photograph the new products')
    await operate(page, { 'new-comment': 'With a white background' }, 'add-comment')
    await page.getByTestId('comment').getByText('With a white background').waitFor()
    await operate(page, 'edit-comment', { 'edited-comment': 'With a grey background' }, 'save-comment')
    await page.getByTestId('comment').getByText('With a grey background').waitFor()
    await operate(page, 'delete-comment', 'confirm')
    await page.getByTestId('comment').waitFor({ state: 'detached' })

    const buffer = Buffer.from('0123456789'.repeat(20_000))
    await page
      .getByTestId('attachment-files')
      .setInputFiles({ name: 'photo "ä".bin', mimeType: 'image/x-test', buffer })
    await page.getByTestId('upload').click()
    await page.getByTestId('attachment').getByText('200.0 kB').waitFor()
    await page.getByTestId('attachment').getByText('photo "ä".bin').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByTestId('download-attachment').click(),
    ])
    t.equal(download.suggestedFilename(), 'photo _ä_.bin', 'file systems do not have all characters')
    t.ok(readFileSync(await download.path()).equals(buffer), 'the same bytes')
    await operate(page, 'delete-attachment', 'confirm')
    await page.getByTestId('attachment').waitFor({ state: 'detached' })
  })

  t.test(`on ${name}, a user drags tasks within and across columns`, async (t) => {
    const { page, column, task, titles, send } = await openBoard(t, { isDefault })
    const [first = '', second = '', third = ''] = await titles('TODO')
    const positions = async (status: string) =>
      (await send('GET', `/tasks?sort=sortOrder&size=100&status=${status}`)).content.map(({ title }: Json) => title)
    await drag(t, task(first), task(third))
    await page.getByTestId('last-request').getByText('reorder').waitFor()
    await waitForEqual(t, async () => (await titles('TODO')).slice(0, 3), [second, first, third])
    t.same((await positions('TODO')).slice(0, 3), [second, first, third])

    const [firstDone = ''] = await titles('DONE')
    const moved = page.waitForResponse((response) => response.url().endsWith('/reorder'))
    await drag(t, task(second), task(firstDone))
    await moved
    await waitForEqual(t, async () => (await titles('DONE'))[0], second)
    t.equal((await positions('DONE'))[0], second)
    const ended = page.waitForResponse((response) => response.url().endsWith('/reorder'))
    await drag(t, task(first), column('IN_PROGRESS').locator('h2'))
    await ended
    t.equal(
      (await positions('IN_PROGRESS')).at(-1),
      first,
      'a column without a task below the pointer takes it at its end',
    )
  })
}

t.test('a download that fails says why', async (t) => {
  const { page, board, url, send } = await openBoard(t, { allowed: /500/ })
  const { content } = await send('GET', '/tasks?size=100')
  const { id } = content.find(({ attachments }: Json) => attachments.length > 0)
  await board.asOwner('PUT /faults', { json: { script: [['server-error']], scriptEnd: 'repeat' } })
  await page.goto(`${url}#v1?task=${id}`)
  await page.getByTestId('download-attachment').waitFor()
  await page.goto(`${url}#buggy?task=${id}`)
  const failed = page.waitForResponse((response) => response.status() === 500)
  await page.getByTestId('download-attachment').click()
  await failed
  await page.locator('.attachments .failure').waitFor()
})

t.test('a question before a deletion focuses Cancel', async (t) => {
  const { page, openTask } = await openBoard(t)
  const focused = () => page.evaluate('document.activeElement.textContent')
  await openTask('Photograph the new products')
  await page.getByTestId('delete-task').press('Enter')
  await page.getByTestId('confirm').waitFor()
  await waitForEqual(t, focused, 'Cancel')
  await page.keyboard.press('Enter')
  await page.getByTestId('confirm').waitFor({ state: 'detached' })
  await waitForEqual(t, focused, 'Delete task')
})

t.test('a slow search also finds tasks that are created while it runs', async (t) => {
  const { page, task, titles, send } = await openBoard(t)
  const { held } = await holdResponse(page, /search=monitoring/)
  await operate(page, { search: 'monitoring' }, 'apply-filters')
  const release = await held
  await send('POST', '/tasks', { title: 'Test the monitoring', status: 'TODO' })
  await task('Test the monitoring').waitFor()
  await release()
  await page.getByText('Plan the opening party').waitFor({ state: 'detached' })
  await task('Test the monitoring').waitFor()
  await waitForEqual(t, () => titles('TODO'), ['Set up monitoring', 'Test the monitoring'])
})
