import { readFileSync } from 'node:fs'
import t from 'tap'
import type { Json } from '../kit/helper.js'
import { sample } from '../kit/length.js'
import { openBoard } from './board-page.js'
import { startBrowser } from './browser.js'
import { drag } from './drag.js'
import { holdResponse } from './hold-response.js'
import { waitForEqual, waitForMatch } from './wait-for.js'

const openPage = await startBrowser(t)

for (const isDefault of sample([false, true], 2)) {
  const name = isDefault ? 'the default board' : 'a private board'

  t.test(`on ${name}, a user creates, changes and deletes a task`, async (t) => {
    const { page, column, task, openTask, takeProblems, send } = await openBoard(t, openPage, { isDefault })
    await page.getByTestId('new-task').click()
    await page.locator('[data-testid=field-title]:focus').fill('Buy <img src=x onerror=alert(1)> milk')
    await page.getByTestId('field-priority').selectOption('URGENT')
    await page.getByTestId('field-due-date').fill('2026-12-24')
    await page.getByTestId('new-label').fill('shop')
    await page.getByTestId('new-label').press('Enter')
    await page.getByTestId('new-label').fill('not added yet')
    await page.getByTestId('add-checklist-item').click()
    await page.getByTestId('checklist-text').fill('Oat milk')
    await page.getByTestId('checklist-text').press('Enter')
    await page.getByTestId('checklist-text').nth(1).and(page.locator(':focus')).fill('Bread')
    await page.getByTestId('save-task').click()
    const card = task('Buy <img src=x onerror=alert(1)> milk')
    await card.waitFor()
    await waitForEqual(t, () => card.getByTestId('task-priority').innerText(), 'Urgent')
    await waitForMatch(t, () => card.innerText(), /shop\s+not added yet[\s\S]*0 of 2 done/)
    t.equal(await page.locator('img[src=x]').count(), 0, 'texts are never HTML')
    await waitForEqual(t, () => column('TODO').getByTestId('column-count').innerText(), '9')

    await openTask('Buy <img src=x onerror=alert(1)> milk')
    await waitForEqual(t, () => page.getByTestId('field-due-date').inputValue(), '2026-12-24')
    await page.getByTestId('field-title').fill('Buy oat milk')
    await page.getByRole('checkbox', { name: 'Done: Bread' }).check()
    await page.getByTestId('save-task').click()
    await task('Buy oat milk').getByText('1 of 2 done').waitFor()

    await openTask('Buy oat milk')
    await page.getByTestId('delete-task').click()
    await page.getByTestId('confirm').click()
    await task('Buy oat milk').waitFor({ state: 'detached' })
    t.equal((await send('GET', '/tasks/summary')).totalTasks, 20)
    t.strictSame(takeProblems(), [])
  })

  t.test(`on ${name}, a user comments on a task, and uploads and downloads files`, async (t) => {
    const { page, openTask, takeProblems } = await openBoard(t, openPage, { isDefault })
    await openTask('Photograph the new products')
    await page.getByTestId('new-comment').fill('With a white background')
    await page.getByTestId('add-comment').click()
    await page.getByTestId('comment').getByText('With a white background').waitFor()
    await page.getByTestId('edit-comment').click()
    await page.getByTestId('edited-comment').fill('With a grey background')
    await page.getByTestId('save-comment').click()
    await page.getByTestId('comment').getByText('With a grey background').waitFor()
    await page.getByTestId('delete-comment').click()
    await page.getByTestId('confirm').click()
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
    await page.getByTestId('delete-attachment').click()
    await page.getByTestId('confirm').click()
    await page.getByTestId('attachment').waitFor({ state: 'detached' })
    t.strictSame(takeProblems(), [])
  })

  t.test(`on ${name}, a user drags tasks within and across columns`, async (t) => {
    const { page, column, task, titles, takeProblems, send } = await openBoard(t, openPage, { isDefault })
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
    t.strictSame(takeProblems(), [])
  })
}

t.test('a download that fails says why', async (t) => {
  const { page, board, url, send } = await openBoard(t, openPage)
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

t.test('the dialog of a task asks before it discards changes', async (t) => {
  const { page, task, openTask } = await openBoard(t, openPage)
  const questions: string[] = []
  let accepts = false
  page.on('dialog', (question) => {
    questions.push(question.message())
    return accepts ? question.accept() : question.dismiss()
  })
  const closed = () => page.getByTestId('task-dialog').waitFor({ state: 'detached' })
  const title = 'Photograph the new products'
  await openTask(title)
  await page.keyboard.press('Escape')
  await closed()
  t.same(questions, [], 'nothing was changed')

  await openTask(title)
  await page.getByTestId('field-title').fill('Photograph everything')
  await page.keyboard.press('Escape')
  await page.getByTestId('close-dialog').click()
  await waitForEqual(t, () => questions, Array(2).fill('Discard unsaved changes?'))
  await waitForEqual(t, () => page.getByTestId('field-title').inputValue(), 'Photograph everything')
  accepts = true
  await page.getByTestId('close-dialog').click()
  await closed()
  await waitForEqual(t, () => task(title).isVisible(), true)

  await openTask(title)
  await page
    .getByTestId('task-form')
    .getByRole('button', { name: /^Delete “/ })
    .first()
    .click()
  await page.keyboard.press('Escape')
  await closed()
  t.equal(questions.length, 4, 'removing a label is a change')

  for (const button of ['close-dialog', 'save-task']) {
    await openTask(title)
    await page.getByTestId('new-comment').fill('A comment')
    await page.getByTestId(button).click()
    await closed()
  }
  t.equal(questions.length, 6, 'a comment that was not added is a change')

  await openTask(title)
  await page.getByTestId('new-comment').fill('A comment')
  await page.getByTestId('add-comment').click()
  await page.getByTestId('edit-comment').click()
  await page.getByTestId('close-dialog').click()
  await closed()
  t.equal(questions.length, 6, 'everything was saved')
})

t.test('a question before a deletion focuses Cancel', async (t) => {
  const { page, openTask } = await openBoard(t, openPage)
  const focused = () => page.evaluate('document.activeElement.textContent')
  await openTask('Photograph the new products')
  await page.getByTestId('delete-task').press('Enter')
  await page.getByTestId('confirm').waitFor()
  await waitForEqual(t, focused, 'Cancel')
  await page.keyboard.press('Enter')
  await page.getByTestId('confirm').waitFor({ state: 'detached' })
  await waitForEqual(t, focused, 'Delete task')
})

t.test('a user moves a task with the keyboard, and screen readers hear each step', async (t) => {
  const { page, task, titles, send } = await openBoard(t, openPage)
  const [first = '', second = ''] = await titles('TODO')
  const announced = (text: string) => page.getByTestId('announcement').getByText(text).waitFor()
  const reorders: string[] = []
  page.on('request', (request) => request.url().endsWith('/reorder') && reorders.push(request.postData() ?? ''))
  await task(first).getByTestId('task-handle').focus()
  await page.keyboard.press('Space')
  await announced('Picked up. To do, position 1 of 8.')
  await page.keyboard.press('ArrowDown')
  await announced('To do, position 2 of 8')
  await waitForEqual(t, async () => (await titles('TODO')).slice(0, 2), [second, first])
  await page.keyboard.press('ArrowRight')
  await announced('In progress, position 2 of 6')
  await page.keyboard.press('Escape')
  await announced('The move was cancelled.')
  await waitForEqual(t, async () => (await titles('TODO')).slice(0, 2), [first, second])
  t.same(reorders, [])

  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await announced('Done, position 2 of 8')
  await page.keyboard.press('Enter')
  await announced('Dropped. Done, position 2 of 8.')
  await page.getByTestId('last-request').getByText('reorder').waitFor()
  t.same(
    reorders.map((body) => JSON.parse(body)),
    [{ targetStatus: 'DONE', targetIndex: 1 }],
    'one request',
  )
  t.equal((await send('GET', '/tasks?status=DONE&sort=sortOrder')).content[1].title, first)
})

t.test('only a task that was picked up moves, although another one lost the focus or was deleted', async (t) => {
  const { page, column, task, titles, send } = await openBoard(t, openPage)
  const [first = '', second = '', third = ''] = await titles('TODO')
  const announced = (text: string) => page.getByTestId('announcement').getByText(text).waitFor()
  const reorders: string[] = []
  page.on('request', (request) => request.url().endsWith('/reorder') && reorders.push(request.url()))
  const handle = (title: string) => task(title).getByTestId('task-handle')
  await handle(first).press('Space')
  await page.keyboard.press('ArrowRight')
  await announced('In progress, position 1 of 6')
  await column('DONE').locator('h2').click()
  await handle(third).press('Space')
  await announced('Picked up. To do, position 3 of 8.')
  await waitForEqual(t, () => titles('TODO').then((shown) => shown.slice(0, 3)), [first, second, third])

  const [{ id }] = (await send('GET', `/tasks?search=${encodeURIComponent(third)}`)).content
  await send('DELETE', `/tasks/${id}`)
  await announced('The move was cancelled.')
  await handle(second).press('Space')
  await announced('Picked up. To do, position 2 of 7.')
  await page.getByTestId('search').click()
  await announced('The move was cancelled.')
  await page.keyboard.type('text')
  t.equal(
    await page.getByTestId('search').inputValue(),
    'text',
    'the focus stays in the search field when the move ends',
  )
  t.same(reorders, [])
})

t.test('a user moves a task without dragging', async (t) => {
  const { page, task, titles, openTask } = await openBoard(t, openPage)
  const [first = ''] = await titles('TODO')
  await openTask(first)
  await page.getByTestId('move-status').selectOption('DONE')
  await page.getByTestId('move-position').fill('3')
  await page.getByTestId('move-task').click()
  await page.getByTestId('task-dialog').waitFor({ state: 'detached' })
  await page.getByTestId('column-DONE').getByText(first).waitFor()
  await waitForEqual(t, async () => (await titles('DONE'))[2], first)
  await waitForEqual(t, () => task(first).isVisible(), true)
})

t.test('a filtered column keeps the order of the whole column', async (t) => {
  const { page, column, task, titles, send } = await openBoard(t, openPage)
  await page.getByTestId('search').fill('a')
  await page.getByTestId('filter-priority').selectOption('MEDIUM')
  await page.getByTestId('last-request').getByText('priority=MEDIUM').waitFor()
  await page.getByText('Plan the opening party').waitFor({ state: 'detached' })
  const shown = await titles('TODO')
  const all = (await send('GET', '/tasks?status=TODO&sort=sortOrder')).content.map(({ title }: Json) => title)
  t.ok(shown.length > 1 && shown.length < all.length)
  await waitForEqual(
    t,
    () => column('TODO').getByTestId('column-count').innerText(),
    `${shown.length} of ${all.length}`,
  )
  const [first = '', second = ''] = shown
  const moved = page.waitForResponse((response) => response.url().endsWith('/reorder'))
  await drag(t, task(second), task(first))
  await moved
  const read = async (): Promise<string[]> =>
    (await send('GET', '/tasks?status=TODO&sort=sortOrder')).content.map(({ title }: Json) => title)
  const others = all.filter((title: string) => title !== second)
  t.same(await read(), others.toSpliced(others.indexOf(first), 0, second))

  const last = shown.at(-1) ?? ''
  t.ok(others.at(-1) !== last, 'a hidden task follows the last one that is shown')
  await waitForEqual(t, () => titles('TODO'), [second, ...shown.filter((title) => title !== second)])
  await task(second).getByTestId('task-handle').focus()
  await page.keyboard.press('Space')
  for (const _ of shown.slice(1)) await page.keyboard.press('ArrowDown')
  const dropped = page.waitForResponse((response) => response.url().endsWith('/reorder'))
  await page.keyboard.press('Space')
  await dropped
  t.same(await read(), others.toSpliced(others.indexOf(last) + 1, 0, second))
})

t.test('a slow search also finds tasks that are created while it runs', async (t) => {
  const { page, task, titles, send } = await openBoard(t, openPage)
  const { held } = await holdResponse(page, /search=monitoring/)
  await page.getByTestId('search').fill('monitoring')
  await page.getByTestId('apply-filters').click()
  const release = await held
  await send('POST', '/tasks', { title: 'Test the monitoring', status: 'TODO' })
  await task('Test the monitoring').waitFor()
  await release()
  await page.getByText('Plan the opening party').waitFor({ state: 'detached' })
  await task('Test the monitoring').waitFor()
  await waitForEqual(t, () => titles('TODO'), ['Set up monitoring', 'Test the monitoring'])
})

t.test('Enter that confirms the text of an input method adds nothing to a list', async (t) => {
  const { page, task } = await openBoard(t, openPage)
  await page.getByTestId('new-task').click()
  await page.getByTestId('field-title').fill('Buy tea')
  await page.getByTestId('add-checklist-item').click()
  await page.getByTestId('checklist-text').fill('お茶')
  await page.getByTestId('new-label').fill('買い物')
  for (const field of ['checklist-text', 'new-label']) {
    // In Safari, only the key code of this Enter is different.
    for (const confirmation of [{ isComposing: true }, { keyCode: 229 }]) {
      await page.getByTestId(field).dispatchEvent('keydown', { key: 'Enter', ...confirmation })
    }
  }
  t.equal(await page.getByTestId('checklist-text').count(), 1)
  await waitForEqual(t, () => page.getByTestId('new-label').inputValue(), '買い物')
  await page.getByTestId('save-task').click()
  await task('Buy tea').getByText('買い物').waitFor()
})

t.test('a user sees the messages of the API about invalid fields', async (t) => {
  const { page, failure } = await openBoard(t, openPage)
  await page.getByTestId('new-task').click()
  await page.getByTestId('new-label').fill('x'.repeat(101))
  await page.getByTestId('add-label').click()
  await page.getByTestId('save-task').click()
  t.equal(await failure(), 'Validation failed')
  const title = page.getByTestId('field-title')
  await waitForEqual(t, () => title.getAttribute('aria-invalid'), 'true')
  await waitForMatch(t, () => page.getByTestId('task-form').innerText(), /Title\n\n?.*between 1 and 100/s)
  await waitForMatch(t, () => page.getByTestId('task-form').innerText(), /labels\[0\]/)
  await title.fill('Now valid')
  await page.getByRole('button', { name: /^Delete “xxx/ }).click()
  await page.getByTestId('save-task').click()
  await page.getByTestId('task').getByText('Now valid').waitFor()
})

t.test('a column with many tasks loads them in parts', async (t) => {
  const { page, column, send } = await openBoard(t, openPage)
  await send('DELETE', '/tasks')
  for (let task = 0; task < 130; task++) await send('POST', '/tasks', { title: `Task ${task}`, status: 'TODO' })
  await column('TODO').getByTestId('column-count').getByText('130').waitFor()
  await page.getByTestId('show-more').getByText('30 left').waitFor()
  await waitForEqual(t, () => column('TODO').getByTestId('task').count(), 100)
  await page.getByTestId('show-more').click()
  await page.getByTestId('task').getByText('Task 129').waitFor()
  await waitForEqual(t, () => column('TODO').getByTestId('task').count(), 130)
  await waitForEqual(t, () => page.getByTestId('show-more').count(), 0)
})

t.test('saving a task or a comment without an edit changes nothing, whatever browsers cannot show', async (t) => {
  const { page, send, service } = await openBoard(t, openPage)
  const stored = {
    title: 'Two\r\nlines',
    description: '',
    status: 'TODO',
    priority: 'LOW',
    dueDate: '0000-02-29',
    labels: ['a\r\nb'],
    checklistItems: [{ text: 'c\r\nd', done: true }],
  }
  const created = await send('POST', '/tasks', stored)
  const comment = await send('POST', `/tasks/${created.id}/comments`, { text: 'one\r\ntwo' })
  service.clock.now += 2000
  const read = async () => {
    const { updatedAt: _, ...task } = await send('GET', `/tasks/${created.id}`)
    return task
  }
  const before = await read()
  t.match(before, stored)
  await page.reload()

  const open = () => page.getByTestId('task-title').getByText('Two').click()
  await open()
  await page.getByTestId('edit-comment').click()
  await page.getByTestId('save-comment').click()
  await page.getByTestId('edit-comment').waitFor()
  await page.getByTestId('save-task').click()
  await page.getByTestId('task-form').waitFor({ state: 'detached' })
  t.strictSame(await read(), before)
  t.equal(before.comments[0].updatedAt, comment.updatedAt)

  await open()
  await page.getByTestId('field-status').selectOption('DONE')
  await page.getByTestId('field-description').fill('Edited')
  await page.getByTestId('save-task').click()
  await page.getByTestId('task-form').waitFor({ state: 'detached' })
  t.strictSame(await read(), { ...before, status: 'DONE', description: 'Edited', sortOrder: (await read()).sortOrder })
})
