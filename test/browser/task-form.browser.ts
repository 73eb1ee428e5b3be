import t from 'tap'
import { openBoard } from './board-page.js'
import { operate } from './operate.js'
import { waitForEqual, waitForMatch } from './wait-for.js'

t.test('the dialog of a task asks before it discards changes', async (t) => {
  const { page, task, openTask } = await openBoard(t)
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
  await operate(page, { 'new-comment': 'A comment' }, 'add-comment', 'edit-comment', 'close-dialog')
  await closed()
  t.equal(questions.length, 6, 'everything was saved')
})

t.test('Enter that confirms the text of an input method adds nothing to a list', async (t) => {
  const { page, task } = await openBoard(t)
  await operate(page, 'new-task', { 'field-title': 'Buy tea' }, 'add-checklist-item', { 'checklist-text': 'お茶' })
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
  const { page, failure } = await openBoard(t, { allowed: /400/ })
  await operate(page, 'new-task', { 'new-label': 'x'.repeat(101) }, 'add-label', 'save-task')
  t.equal(await failure(), 'Validation failed')
  const title = page.getByTestId('field-title')
  await waitForEqual(t, () => title.getAttribute('aria-invalid'), 'true')
  await waitForMatch(t, page.getByTestId('task-form'), /Title\n\n?.*between 1 and 100/s)
  await waitForMatch(t, page.getByTestId('task-form'), /labels\[0\]/)
  await title.fill('Now valid')
  await page.getByRole('button', { name: /^Delete “xxx/ }).click()
  await page.getByTestId('save-task').click()
  await page.getByTestId('task').getByText('Now valid').waitFor()
})

t.test('saving a task or a comment without an edit changes nothing, whatever browsers cannot show', async (t) => {
  const { page, send, service } = await openBoard(t)
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
  await operate(page, 'edit-comment', 'save-comment')
  await page.getByTestId('edit-comment').waitFor()
  await page.getByTestId('save-task').click()
  await page.getByTestId('task-form').waitFor({ state: 'detached' })
  t.strictSame(await read(), before)
  t.equal(before.comments[0].updatedAt, comment.updatedAt)

  await open()
  await operate(page, { 'field-status': { option: 'DONE' }, 'field-description': 'Edited' }, 'save-task')
  await page.getByTestId('task-form').waitFor({ state: 'detached' })
  t.strictSame(await read(), { ...before, status: 'DONE', description: 'Edited', sortOrder: (await read()).sortOrder })
})
