import type { Page } from 'playwright-core'
import t from 'tap'
import { openBoard } from './board-page.js'
import { holdResponse } from './hold-response.js'
import { operate } from './operate.js'

/** Waits until an element has the focus. */
async function hasFocus(page: Page, selector: string): Promise<void> {
  await page.locator(`:is(${selector}):focus`).waitFor()
}

/** Presses Enter on an element. */
async function press(page: Page, testId: string): Promise<void> {
  await page.getByTestId(testId).first().press('Enter')
}

t.test('with the keyboard, the focus is never lost in a task', async (t) => {
  const { page, task, titles, openTask, send, board } = await openBoard(t)
  // A task without comments and attachments.
  const [, second = '', first = ''] = await titles('TODO')
  const { content } = await send('GET', `/tasks?search=${encodeURIComponent(first)}`)
  const { id } = content[0]
  await board.send(`PUT /api/v1/tasks/${id}`, {
    json: {
      ...content[0],
      labels: ['one', 'two'],
      checklistItems: [{ text: 'a' }, { text: 'b' }],
    },
  })
  for (const text of ['one', 'two', 'three']) await send('POST', `/tasks/${id}/comments`, { text })
  await openTask(first)
  await page.getByTestId('comment').nth(2).waitFor()

  for (const [button, next] of [
    ['remove-label', 'new-label'],
    ['remove-checklist-item', 'add-checklist-item'],
  ] as const) {
    await page.getByTestId(button).nth(1).press('Enter')
    await hasFocus(page, `[data-testid=${button}]`)
    await page.keyboard.press('Enter')
    await hasFocus(page, `[data-testid=${next}]`)
  }

  await page.getByTestId('edit-comment').nth(1).press('Enter')
  await hasFocus(page, '[data-testid=edited-comment]')
  await page.keyboard.press('End')
  await page.keyboard.type('!')
  await press(page, 'save-comment')
  const comment = (text: string) => page.getByTestId('comment').filter({ hasText: text })
  await comment('two!').locator('[data-testid=edit-comment]:focus').waitFor()
  /** Presses the button with the focus, and confirms. */
  const confirm = async () => {
    await page.keyboard.press('Enter')
    await page.getByTestId('confirm').press('Enter')
  }
  await comment('two!').getByTestId('delete-comment').press('Enter')
  await page.locator('[data-testid=cancel-question]:focus').press('Enter')
  await comment('two!').locator('[data-testid=delete-comment]:focus').waitFor()
  await confirm()
  await comment('three').locator('[data-testid=delete-comment][aria-disabled=false]:focus').waitFor()
  await confirm()
  await comment('one').locator('[data-testid=delete-comment][aria-disabled=false]:focus').waitFor()
  await confirm()
  await hasFocus(page, '[data-testid=new-comment]')
  await page.keyboard.type('four')
  await press(page, 'add-comment')
  await comment('four').waitFor()
  await hasFocus(page, '[data-testid=add-comment]')
  await page.locator('.comments [role=status]').getByText('The comment was added.').waitFor({ state: 'attached' })

  const file = { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') }
  await page.getByTestId('attachment-files').setInputFiles([file, { ...file, name: 'b.txt' }])
  await press(page, 'upload')
  await page.getByTestId('attachment').nth(1).waitFor()
  await hasFocus(page, '[data-testid=upload]')
  await page.getByTestId('delete-attachment').nth(1).focus()
  await confirm()
  await page.getByTestId('attachment').nth(1).waitFor({ state: 'detached' })
  await hasFocus(page, '[data-testid=delete-attachment][aria-disabled=false]')
  await confirm()
  await hasFocus(page, '[data-testid=attachment-files]')

  await operate(page, { 'field-title': 'Renamed', 'field-status': { option: 'DONE' } })
  await press(page, 'save-task')
  await page.getByTestId('column-DONE').locator('.task-title:focus').getByText('Renamed').waitFor()
  await page.getByTestId('column-DONE').locator('.task-title:focus').press('Enter')
  await page.getByTestId('task-form').waitFor()
  await page.keyboard.press('Escape')
  await task('Renamed').locator('.task-title:focus').waitFor()

  await task(second).getByTestId('task-title').press('Enter')
  await press(page, 'delete-task')
  await page.getByTestId('confirm').press('Enter')
  await task(second).waitFor({ state: 'detached' })
  const [, next = ''] = await titles('TODO')
  await task(next).locator('.task-title:focus').waitFor()

  // The board shows the deletion before the page has its response.
  const { held } = await holdResponse(page, /\/tasks\/\d+$/, 'DELETE')
  await task(next).getByTestId('task-title').press('Enter')
  await press(page, 'delete-task')
  await page.getByTestId('confirm').press('Enter')
  const release = await held
  await task(next).waitFor({ state: 'detached' })
  await release()
  const [, last = ''] = await titles('TODO')
  await task(last).locator('.task-title:focus').waitFor()
})

t.test('the focus is not lost when a session begins and ends, or when cards and buttons disappear', async (t) => {
  const { page, board, titles, task, send, column } = await openBoard(t, { allowed: /401/ })
  await page.getByTestId('tab-score').click()
  await press(page, 'owner')
  await page.getByTestId('owner-form-token').fill('wrong')
  await press(page, 'owner-sign-in')
  await page.locator('.failure').waitFor()
  await hasFocus(page, '[data-testid=owner-sign-in]')
  await page.getByTestId('owner-form-token').fill(board.token)
  await press(page, 'owner-sign-in')
  await hasFocus(page, '[data-testid=is-owner]')
  await press(page, 'owner-sign-out')
  await hasFocus(page, '[data-testid=owner]')
  await operate(page, { 'choose-v2': true, username: 'user', password: 'wrong' })
  await page.keyboard.press('Enter')
  await page.locator('.failure').waitFor()
  await hasFocus(page, '[data-testid=password]')
  await page.getByTestId('password').fill('user123')
  await press(page, 'log-in')
  await hasFocus(page, '[data-testid=session]')
  await press(page, 'refresh-token')
  await page.getByTestId('last-request').getByText('/auth/refresh').waitFor()
  await hasFocus(page, '[data-testid=refresh-token]')
  await press(page, 'log-out')
  await hasFocus(page, '[data-testid=username]')
  await page.getByTestId('choose-v1').check()

  const [first = '', second = ''] = await titles('TODO')
  const find = async (title: string) => (await send('GET', `/tasks?search=${encodeURIComponent(title)}`)).content[0]
  await task(first).getByTestId('task-handle').focus()
  await send('POST', `/tasks/${(await find(first)).id}/reorder`, { targetStatus: 'DONE', targetIndex: 0 })
  await column('DONE').locator('.handle:focus').waitFor()
  await task(first).locator('.handle:focus').waitFor()
  await task(second).getByTestId('task-title').focus()
  await send('DELETE', `/tasks/${(await find(second)).id}`)
  await task(second).waitFor({ state: 'detached' })
  const [next = ''] = await titles('TODO')
  await task(next).locator('.task-title:focus').waitFor()

  await send('DELETE', '/tasks')
  await column('TODO').getByText('No tasks').waitFor()
  await hasFocus(page, '[data-testid=new-task]')
  await Promise.all(
    Array.from({ length: 101 }, (_, index) => send('POST', '/tasks', { title: `Task ${index}`, status: 'TODO' })),
  )
  await page.getByTestId('show-more').getByText('1 left').waitFor()
  await press(page, 'show-more')
  await page.getByTestId('task').nth(100).locator('.task-title:focus').waitFor()
})
