import t from 'tap'
import { layoutProblems, PHONE } from './accessibility.js'
import { openBoard } from './board-page.js'
import { operate } from './operate.js'
import { waitForEqual } from './wait-for.js'

t.test('the first steps tick themselves off, whoever does them, and lead to the first challenge', async (t) => {
  const { page, board, base } = await openBoard(t)
  await board.asOwner('PUT /faults', { json: { script: [['wrong-status']], scriptEnd: 'repeat' } })
  const step = (name: string, state: string) => page.locator(`[data-step=${name}][data-state=${state}]`).waitFor()
  const start = page.getByTestId('start-step')
  await step('create', 'current')
  await start.click()
  await operate(page, { 'field-title': 'My first task' }, 'save-task')
  await step('create', 'done')
  await page
    .getByTestId('first-run-news')
    .getByText('Done: Create a task. Next: Send a request.')
    .waitFor({ state: 'attached' })
  await start.click()
  await page.locator('[data-testid=sender-path]:focus').press('Enter')
  await step('send', 'done')
  await start.click()
  await page.locator('[data-testid=choose-buggy]:checked').waitFor()
  await waitForEqual(t, () => page.getByTestId('sender-variant').inputValue(), 'buggy')
  const json = { title: 'A task', status: 'TODO' }
  const init = { method: 'POST', headers: { 'content-type': 'application/json', 'x-request-id': 'wrong' } }
  await (await fetch(`${base}/api/buggy/tasks`, { ...init, body: JSON.stringify(json) })).text()
  await board.send('POST /claims', { json: { requestId: 'wrong', fault: 'date-mix' } })
  await page.getByTestId('request-claim').getByText('Wrong.').waitFor()
  await step('catch', 'current')
  await board.send('POST /claims', { json: { requestId: 'wrong', fault: 'wrong-status' } })
  await page.getByTestId('first-run').getByText('You have reported your first fault.').waitFor()
  await page.getByTestId('to-first-challenge').click()
  await page.locator('[data-testid=tab-challenges][aria-selected=true]:focus').waitFor()
  await page.getByTestId('look-up-operation').waitFor()
  await page.getByTestId('tab-requests').click()
  await page.reload()
  await page.getByTestId('tab-challenges').waitFor()
  t.equal(await page.getByTestId('first-run').count(), 0, 'the browser remembers it')
})

t.test('the first steps can be hidden, fit a phone, and have no accessibility problems', async (t) => {
  const { page } = await openBoard(t, { context: { viewport: PHONE, reducedMotion: 'reduce' as const } })
  t.strictSame(await layoutProblems(page), [])
  await page.getByTestId('hide-first-run').click()
  await page.getByTestId('first-run').waitFor({ state: 'detached' })
  await waitForEqual(t, () => page.evaluate('document.activeElement.id'), 'new-task')
})

t.test('a link to buggy and the request sender starts with the fault', async (t) => {
  const { page, base, url } = await openBoard(t)
  await page.goto(`${url}#buggy?request=new`)
  await page.reload()
  await page.locator('[data-step=catch][data-state=current]').waitFor()
  await waitForEqual(
    t,
    () => page.getByTestId('first-step').evaluateAll((steps) => steps.map((step) => step.dataset.step)),
    ['catch', 'create', 'send'],
  )
  await page.locator('[data-testid=sender-path]:focus').waitFor()
  await page.getByTestId('start-step').click()
  await page.getByTestId('sender-response').waitFor()
  await (await fetch(`${base}/api/v1/tasks`)).text()
  await page.locator('[data-step=send][data-state=done]').waitFor()
  await page.locator('[data-step=catch][data-state=current]').waitFor()
})

t.test('challenges of an exercise replace the first steps, in the open tab unless the address differs', async (t) => {
  const { page, board, url } = await openBoard(t)
  const isChosen = (tab: string) => page.locator(`[data-testid=tab-${tab}][aria-selected=true]`).waitFor()
  await page.getByTestId('first-run').waitFor()
  await operate(page, 'open-sender', { 'sender-path': '/mine' })
  await board.asOwner('PUT /exercise', { json: { challenges: ['first-hour'] } })
  await page.getByTestId('first-run').waitFor({ state: 'detached' })
  await isChosen('requests')
  await page.locator('[data-testid=sender-path]:focus').waitFor()
  await page.reload()
  await isChosen('challenges')
  await page.getByTestId('challenge-task').getByText('Read the list of all tasks of your board.').waitFor()
  t.equal(await page.getByTestId('first-run').count(), 0)
  await page.getByTestId('tab-requests').click()
  await waitForEqual(t, () => new URL(page.url()).hash, '#v1?panel=requests')
  await page.reload()
  await isChosen('requests')
  await page.goto(`${url}#buggy?request=new`)
  await page.reload()
  await page.locator('[data-testid=sender-path]:focus').waitFor()
})
