import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import t, { type Test } from 'tap'
import { ownStore } from '../kit/helper.js'
import { startProcess } from '../kit/process.js'
import { startListening } from '../kit/raw-http.js'
import { openPage, visit } from './browser.js'
import { waitForEqual } from './wait-for.js'

/** The time limits of the page, a tenth as long while the service is stopped. A busy service needs the usual ones. */
const SHORT_LIMITS = `
  window.isStopped = false
  const { timeout } = AbortSignal
  AbortSignal.timeout = (milliseconds) => timeout.call(AbortSignal, window.isStopped ? milliseconds / 10 : milliseconds)
  const { setTimeout } = window
  window.setTimeout = (handler, milliseconds) =>
    setTimeout(handler, window.isStopped && milliseconds >= 30_000 ? milliseconds / 10 : milliseconds)
`

const UNKNOWN = 'It may have carried out the request nevertheless'

/** Opens a task on the page of a service that can be stopped without closing its connections. */
async function openTask(t: Test) {
  const { pid, base, send } = await startProcess(t, { env: { DEMO_DATA: 'true' } })
  const page = await openPage(t, base)
  await page.addInitScript(SHORT_LIMITS)
  await page.goto(`${base}/board/`)
  await page.getByTestId('task-title').getByText('Set up monitoring', { exact: true }).click()
  await page.getByTestId('task-form').waitFor()
  // Before the browser closes, which waits for nothing.
  t.teardown(() => process.kill(pid, 'SIGCONT'))
  const failure = page.getByTestId('task-dialog').locator('.failure')
  async function stop(): Promise<void> {
    await page.evaluate('window.isStopped = true')
    process.kill(pid, 'SIGSTOP')
  }
  async function resume(): Promise<void> {
    process.kill(pid, 'SIGCONT')
    await page.evaluate('window.isStopped = false')
  }
  return { page, send, failure, stop, resume }
}

t.test('a save over a dead connection ends, and the page says that its result is unknown', async (t) => {
  const { page, send, failure, stop, resume } = await openTask(t)
  await page.getByTestId('field-description').fill('Saved by a service that stands still')
  await stop()
  await page.getByTestId('save-task').click()
  await failure.getByText(UNKNOWN).waitFor()
  await resume()
  // The service had received the request.
  const search = () => send('GET /api/v1/tasks?search=stands')
  while ((await search()).json.totalElements === 0) await page.waitForTimeout(50)
  t.ok(await failure.isVisible(), 'the message stays')
  await page.getByTestId('save-task').click()
  await page.getByTestId('task-dialog').waitFor({ state: 'detached' })
})

t.test('an upload without progress ends, and the page says that its result is unknown', async (t) => {
  const { page, failure, stop } = await openTask(t)
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.bin', mimeType: 'text/plain', buffer: Buffer.alloc(9) })
  await stop()
  await page.getByTestId('upload').click()
  await failure.getByText(UNKNOWN).waitFor()
  await waitForEqual(t, () => page.getByTestId('upload').isEnabled(), true)
})

/** Starts a proxy that ends the response to each `POST` in the middle of the body. */
async function startCuttingProxy(t: Test, port: number): Promise<string> {
  const proxy = createServer((client) => {
    const upstream = connect(port, '127.0.0.1')
    for (const socket of [client, upstream]) socket.on('error', () => socket.destroy())
    let isCut = false
    client.on('data', (request) => {
      isCut ||= request.toString().startsWith('POST ')
      upstream.write(request)
    })
    upstream.on('data', (response) => {
      if (isCut) client.end(response.subarray(0, -10))
      else client.write(response)
    })
    client.on('close', () => upstream.destroy())
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  t.teardown(() => proxy.close())
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
}

t.test('a response that breaks off is not a success', async (t) => {
  const { origin } = await startListening(t, await ownStore())
  const cut = await startCuttingProxy(t, Number(new URL(origin).port))
  const page = await visit(t, cut, { allowed: /ERR_CONTENT_LENGTH_MISMATCH/ })
  await page.getByTestId('create-board').click()
  await page.locator('.failure').getByText(UNKNOWN).waitFor()
  t.equal(await page.getByTestId('base-url').count(), 0)
})
