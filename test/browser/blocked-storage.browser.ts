import t from 'tap'
import { createBoard } from '../kit/board.js'
import { startListening } from '../kit/raw-http.js'
import { openPage } from './browser.js'
import { operate } from './operate.js'

/** Makes the storages and the Web Locks fail, as Chromium does if its settings block the data of sites. */
const BLOCK = `Object.defineProperty(LockManager.prototype, 'request', { async value() {
  throw new DOMException('The request was denied.', 'SecurityError')
} })
for (const name of ['localStorage', 'sessionStorage']) {
  Object.defineProperty(window, name, { get() { throw new DOMException('The storage is blocked', 'SecurityError') } })
}`

t.test('all pages work if the browser blocks the storage of sites', async (t) => {
  const service = await startListening(t, { demoData: true })
  const { origin } = service
  const board = await createBoard(service)
  const page = await openPage(t, origin)
  await page.addInitScript(BLOCK)
  await page.goto(origin)
  await page.getByTestId('create-board').click()
  await page.getByTestId('base-url').waitFor()
  for (const path of ['/board', `/b/${board.id}/`]) {
    await page.goto(origin + path)
    await page.getByTestId('new-task').first().waitFor()
  }
  await operate(page, 'open-sender', { 'sender-path': '/tasks?size=1' }, 'send-request')
  await page.getByTestId('sender-status').getByText('200').waitFor()
  await board.send('POST /api/v1/tasks', { json: { title: 'From another client', status: 'TODO' } })
  await page.getByText('From another client').first().waitFor()

  const { json: created } = await service.send('POST /classes', { json: { name: 'A class', names: ['Ada'] } })
  await page.goto(`${origin}/class`)
  await operate(page, { 'trainer-secret': created.trainerSecret }, 'sign-in')
  await page.getByTestId('learner').waitFor()
  await page.getByTestId('toggle-projector').click()
  await page.getByTestId('projector-joined').getByText('0').waitFor()
  await service.send('POST /classes/join', { json: { code: created.joinCode, name: 'Ada' } })
  await page.getByTestId('projector-joined').getByText('1').first().waitFor()
  await page.goto(`${origin}/docs`)
  await page.locator('.opblock').first().waitFor()
})
