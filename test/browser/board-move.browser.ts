import t from 'tap'
import type { Json } from '../kit/helper.js'
import { openBoard } from './board-page.js'
import { drag } from './drag.js'
import { operate } from './operate.js'
import { waitForEqual } from './wait-for.js'

t.test('a user moves a task with the keyboard, and screen readers hear each step', async (t) => {
  const { page, task, titles, send } = await openBoard(t)
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
  const sent = reorders.map((body) => JSON.parse(body))
  t.same(sent, [{ targetStatus: 'DONE', targetIndex: 1 }], 'one request')
  t.equal((await send('GET', '/tasks?status=DONE&sort=sortOrder')).content[1].title, first)
})

t.test('only a task that was picked up moves, although another one lost the focus or was deleted', async (t) => {
  const { page, column, task, titles, send } = await openBoard(t)
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
  const { page, task, titles, openTask } = await openBoard(t)
  const [first = ''] = await titles('TODO')
  await openTask(first)
  await operate(page, { 'move-status': { option: 'DONE' }, 'move-position': '3' }, 'move-task')
  await page.getByTestId('task-dialog').waitFor({ state: 'detached' })
  await page.getByTestId('column-DONE').getByText(first).waitFor()
  await waitForEqual(t, async () => (await titles('DONE'))[2], first)
  await waitForEqual(t, () => task(first).isVisible(), true)
})

t.test('a filtered column keeps the order of the whole column', async (t) => {
  const { page, column, task, titles, send } = await openBoard(t)
  await operate(page, { search: 'a', 'filter-priority': { option: 'MEDIUM' } })
  await page.getByTestId('last-request').getByText('priority=MEDIUM').waitFor()
  await page.getByText('Plan the opening party').waitFor({ state: 'detached' })
  const shown = await titles('TODO')
  const all = (await send('GET', '/tasks?status=TODO&sort=sortOrder')).content.map(({ title }: Json) => title)
  t.ok(shown.length > 1 && shown.length < all.length)
  await waitForEqual(t, column('TODO').getByTestId('column-count'), `${shown.length} of ${all.length}`)
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

t.test('a column with many tasks loads them in parts', async (t) => {
  const { page, column, send } = await openBoard(t)
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
