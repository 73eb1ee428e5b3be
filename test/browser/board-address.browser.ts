import t from 'tap'
import { accessibilityProblems, layoutProblems } from './accessibility.js'
import { openBoard } from './board-page.js'
import { operate } from './operate.js'
import { readCopied, waitForEqual } from './wait-for.js'

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

t.test('a short panel is not stretched on a phone, and the brand leads to the start page', async (t) => {
  const { page, service } = await openBoard(t, { context: PHONE })
  await page.goto(`${page.url()}#score`)
  const tabs = page.getByRole('tablist')
  await tabs.waitFor()
  await waitForEqual(t, async () => ((await tabs.boundingBox())?.height ?? 999) < 60, true)
  t.equal(await page.getByTestId('guide').getAttribute('href'), '/guide/getting-started')
  await page.getByRole('link', { name: 'Task Board Service' }).click()
  await page.waitForURL(`${service.origin}/`)
  await page.getByTestId('guide').click()
  await page.getByRole('heading', { name: 'Task Board Service', level: 1 }).waitFor()
  t.strictSame(await layoutProblems(page), [])
})

t.test('the variant is in the address: Back, a reload, the address bar and "Requests" on a phone', async (t) => {
  const { page } = await openBoard(t, { context: PHONE })
  const chosen = (name: string) => page.locator(`[data-testid=choose-${name}]:checked`).waitFor()
  const fragment = () => new URL(page.url()).hash
  await operate(page, { 'choose-v2': true, 'choose-buggy': true })
  await page.locator('.to-requests').click()
  await page.locator('#requests:focus').waitFor()
  await waitForEqual(t, fragment, '#buggy')
  await page.reload()
  await chosen('buggy')
  await page.goBack()
  await chosen('v2')
  await page.goBack()
  await chosen('v1')
  await page.goForward()
  await chosen('v2')
  await page.evaluate(`location.hash = '#buggy'`)
  await chosen('buggy')
  await page.evaluate(`location.hash = '#nothing'`)
  await page.goBack()
  await chosen('buggy')
})

t.test('filters are in the address: a link shows them, and Back returns to those before', async (t) => {
  const { page, board, titles, url } = await openBoard(t)
  await board.asOwner('PUT /faults', { json: { script: [['server-error']], scriptEnd: 'none' } })
  await page.goto(`${url}#buggy?search=monitoring&priority=HIGH`)
  await page.reload()
  await page.getByTestId('task').first().waitFor()
  await waitForEqual(t, () => titles('TODO'), ['Set up monitoring'])
  await waitForEqual(t, () => page.getByTestId('search').inputValue(), 'monitoring')
  await waitForEqual(t, () => page.getByTestId('filter-priority').inputValue(), 'HIGH')
  await operate(page, { 'choose-v1': true, search: 'returns', 'filter-priority': { option: '' } })
  await page.getByTestId('task').getByText('Write the returns policy').waitFor()
  await waitForEqual(t, () => new URL(page.url()).hash, '#v1?search=returns')
  await page.goBack()
  await page.goBack()
  await page.getByTestId('task').getByText('Set up monitoring').waitFor()
  await waitForEqual(t, () => page.getByTestId('choose-buggy').isChecked(), true)
  await waitForEqual(t, () => page.getByTestId('search').inputValue(), 'monitoring')
  t.equal((await board.asOwner('GET /faults')).json.ordinal, 0, 'neither a link nor Back uses up a fault')
})

t.test('an open task is in the address, and no step of the history discards changes unasked', async (t) => {
  const { page, openTask, url, task } = await openBoard(t)
  const dialog = page.getByTestId('task-dialog')
  const closed = () => dialog.waitFor({ state: 'detached' })
  const title = 'Photograph the new products'
  const questions: string[] = []
  let accepts = false
  page.on('dialog', (question) => {
    questions.push(question.type())
    return accepts ? question.accept() : question.dismiss()
  })
  await operate(page, { 'choose-v2': true, 'choose-v1': true })
  await openTask(title)
  await page.waitForURL(/#v1\?task=\d+$/)
  const link = page.url()
  await page.goBack()
  await closed()
  await waitForEqual(t, () => new URL(page.url()).hash, '#v1')
  await task(title).locator('.task-title:focus').waitFor()
  await page.goForward()
  await page.getByTestId('field-title').fill('Not saved')
  await page.goBack()
  await page.waitForURL(link)
  await waitForEqual(t, () => page.getByTestId('field-title').inputValue(), 'Not saved')
  const asked = page.waitForEvent('dialog')
  await page.evaluate('location.reload()')
  await asked
  await waitForEqual(t, () => page.getByTestId('field-title').inputValue(), 'Not saved')
  t.same(questions, ['confirm', 'beforeunload'])
  accepts = true
  await page.goBack()
  await closed()
  t.equal(questions.length, 3)

  await openTask(title)
  await page.getByTestId('close-dialog').click()
  await closed()
  await page.waitForURL(`${url}#v1`)
  await page.goBack()
  await page.locator('[data-testid=choose-v2]:checked').waitFor()
  t.equal(await dialog.count(), 0, 'a task that the user has closed is not in the history')

  await page.goto(link)
  await page.reload()
  await page.locator(`[data-testid=field-title][value="${title}"]`).waitFor()
  await page.getByTestId('close-dialog').click()
  await closed()
  await task(title).locator('.task-title:focus').waitFor()
  t.equal(questions.length, 3, 'nothing was changed')
})

t.test('a link to a task works after the login of v2, and says if the task was deleted', async (t) => {
  const { page, url, send } = await openBoard(t, { allowed: /404/ })
  await page.goto(`${url}#v2?task=1`)
  await page.reload()
  await page.getByTestId('login-waiting').getByText('Log in to open task 1.').waitFor()
  t.equal(await page.getByTestId('task-dialog').count(), 0)
  await page.locator('[data-testid=username]:focus').fill('user')
  await page.getByTestId('password').fill('user123')
  await page.keyboard.press('Enter')
  await page.getByTestId('task-form').waitFor()
  await page.getByTestId('close-dialog').click()
  await send('DELETE', '/tasks/1')
  await page.evaluate(`location.hash = '#v1?task=1'`)
  await page.getByTestId('task-missing').getByText('There is no such task.').waitFor()
  t.strictSame(await accessibilityProblems(page), [])
  await page.getByTestId('close-dialog').click()
  await page.locator('[data-testid=new-task]:focus, .task-title:focus').waitFor()
})

t.test('the header and the title show whose board it is, and its base URL', async (t) => {
  const context = { ...PHONE, permissions: ['clipboard-read', 'clipboard-write'] }
  const { service, page, base } = await openBoard(t, { context })
  await waitForEqual(t, page.getByTestId('base-url'), base)
  t.equal(await page.getByTestId('board-heading').count(), 0, 'this board has no name')
  const { json } = await service.send('POST /classes', { json: { name: 'x', names: ['Ada <b> عدا'] } })
  const own = `${service.origin}/b/${json.boards[0].id}`
  await page.goto(`${own}/`)
  await page.getByTestId('board-heading').getByText('Ada <b> عدا').waitFor()
  await waitForEqual(t, () => page.title(), 'Ada <b> عدا – Board – Task Board Service')
  t.equal(await readCopied(page, () => page.getByTestId('copy-base-url').click()), own)
  const fits = () => page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')
  await waitForEqual(t, fits, true, 'it fits a phone')
  t.strictSame(await accessibilityProblems(page), [])
})
