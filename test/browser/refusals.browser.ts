import t, { type Test } from 'tap'
import { type BoardVisit, openBoard } from './board-page.js'
import { operate } from './operate.js'

const FROZEN = 'Your trainer has frozen the class. You can read the board, but you cannot change it.'

/** Opens the page of a board in a class. */
async function openLearner(t: Test) {
  const visit = await openBoard(t, { allowed: /404|423/ })
  const { service, page } = visit
  const json = { name: 'x', count: 1, fixture: 'demo', exercise: { hints: 'free' } }
  const { json: created } = await service.send('POST /classes', { json })
  const asTrainer = (operation: string, json: object) =>
    service.send(operation.replace(' ', ` /classes/${created.id}`), { json, token: created.trainerSecret })
  const base = `${service.origin}/b/${created.boards[0].id}`
  await page.goto(`${base}/`)
  await page.getByTestId('task').first().waitFor()
  return { ...visit, base, asTrainer }
}

/** Does something between a click and its request. */
async function before(page: BoardVisit['page'], url: string, act: () => Promise<unknown>): Promise<void> {
  await page.route(url, async (route) => {
    await act()
    await route.continue()
  })
}

async function moveRight({ page, task }: Pick<BoardVisit, 'page' | 'task'>, title: string): Promise<void> {
  await task(title).getByTestId('task-handle').focus()
  for (const key of ['Space', 'ArrowRight', 'Space']) await page.keyboard.press(key)
}

t.test('the move of a task that another client has just deleted says so', async (t) => {
  const { page, task, send, failure } = await openBoard(t, { allowed: /404/ })
  const { content } = await send('GET', '/tasks?search=monitoring')
  const [{ id, title }] = content
  await before(page, '**/reorder', () => send('DELETE', `/tasks/${id}`))
  await moveRight({ page, task }, title)
  t.equal(await failure(), `Task not found with id: ${id}`)
  await task(title).waitFor({ state: 'detached' })
})

t.test('what a class refuses that has just been frozen says why, and the task is in its place again', async (t) => {
  const { page, base, task, column, asTrainer } = await openLearner(t)
  await before(page, '**/reorder', () => asTrainer('PATCH ', { frozen: true }))
  await moveRight({ page, task }, 'Write the launch announcement')
  await page.getByTestId('frozen').getByText(FROZEN).waitFor()
  await column('TODO').getByText('Write the launch announcement').waitFor()
  await asTrainer('PATCH ', { frozen: false })
  await page.locator('[data-testid=new-task]:not([aria-disabled=true])').waitFor()
  await (await fetch(`${base}/api/buggy/tasks/1`, { headers: { 'x-request-id': 'first' } })).text()
  const row = page.locator('[data-request-id=first]')
  await before(page, '**/{claims,hints}', () => asTrainer('PATCH ', { frozen: true }))
  await operate(row, 'open-request', 'take-hint')
  await row.getByTestId('hints').locator('.failure').getByText(FROZEN).waitFor()
  await asTrainer('PATCH ', { frozen: false })
  await operate(row, 'report-fault', { 'claim-fault': { option: 'date-mix' } })
  await row.locator('[data-testid=send-claim]:not([aria-disabled=true])').click()
  await row.getByTestId('claim-form').locator('.failure').getByText(FROZEN).waitFor()
})

t.test('the report of a response that does not count says why, in words for learners', async (t) => {
  const { page, base, failure, asTrainer } = await openLearner(t)
  await asTrainer('PATCH ', { frozen: true })
  await (await fetch(`${base}/api/buggy/tasks/1`, { headers: { 'x-request-id': 'first' } })).text()
  await asTrainer('PATCH ', { frozen: false })
  const row = page.locator('[data-request-id=first]')
  await operate(row, 'report-fault', { 'claim-fault': { option: 'date-mix' } })
  await row.locator('[data-testid=send-claim]:not([aria-disabled=true])').click()
  t.match(
    await failure(),
    /^The service does not count this response: .* while the class was frozen .* Send the request again/,
  )
})
