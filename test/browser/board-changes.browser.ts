import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import t, { type Test } from 'tap'
import { sample } from '../kit/length.js'
import { pending } from '../kit/pending.js'
import { openBoard } from './board-page.js'
import { openPage, visit } from './browser.js'
import { drag } from './drag.js'
import { holdResponse } from './hold-response.js'
import { operate } from './operate.js'
import { waitForEqual } from './wait-for.js'

for (const isDefault of sample([false, true], 2)) {
  const name = isDefault ? 'the default board' : 'a private board'

  t.test(`two browsers on ${name} see the moves of each other`, async (t) => {
    const first = await openBoard(t, { isDefault })
    const second = await first.open()
    const [title = ''] = await first.titles('TODO')
    await drag(t, first.task(title), first.column('DONE').getByTestId('task').first())
    await second.column('DONE').getByText(title, { exact: true }).waitFor()
    await drag(t, second.task(title), second.column('IN_PROGRESS').getByTestId('task').first())
    await first.column('IN_PROGRESS').getByText(title, { exact: true }).waitFor()
  })
}

t.test('an open task shows that another client has changed or deleted it', async (t) => {
  const { page, openTask, send, service } = await openBoard(t, { allowed: /404/ })
  await openTask('Set up monitoring')
  const { content } = await send('GET', '/tasks?search=monitoring')
  const [{ id, ...task }] = content
  await send('POST', `/tasks/${id}/comments`, { text: 'From another client' })
  await page.getByTestId('comment').getByText('From another client').waitFor()
  service.clock.now += 2000
  await send('PUT', `/tasks/${id}`, { ...task, title: 'Set up alerts' })
  await page.getByTestId('field-description').fill('Not saved')
  const reload = page.getByTestId('task-outdated').getByRole('button')
  page.once('dialog', (question) => question.dismiss())
  await reload.click()
  await waitForEqual(t, () => page.getByTestId('field-description').inputValue(), 'Not saved')
  page.once('dialog', (question) => question.accept())
  await reload.click()
  await page.locator('[data-testid=field-title][value="Set up alerts"]').waitFor()
  await send('DELETE', `/tasks/${id}`)
  await page.getByTestId('task-gone').waitFor()
  await page.getByTestId('save-task').click()
  await page.locator('.failure').getByText(`Task not found with id: ${id}`).waitFor()
})

t.test('an open task shows a change in the second in which it was created', async (t) => {
  const { page, openTask, send } = await openBoard(t)
  const { id, ...task } = await send('POST', '/tasks', { title: 'Rotate keys', status: 'TODO' })
  await openTask('Rotate keys')
  for (const change of [
    { title: 'Rotate certificates' },
    { labels: ['security'] },
    { checklistItems: [{ text: 'CA' }] },
  ]) {
    Object.assign(task, change)
    await send('PUT', `/tasks/${id}`, task)
    await page.getByTestId('task-outdated').getByRole('button').click()
    await page.getByTestId('task-outdated').waitFor({ state: 'detached' })
  }
  await page.locator('[data-testid=field-title][value="Rotate certificates"]').waitFor()
  await operate(page, { 'field-description': 'Every year' }, 'save-task')
  await page.getByTestId('task-dialog').waitFor({ state: 'detached' })
  const { title, description, labels, checklistItems } = await send('GET', `/tasks/${id}`)
  t.strictSame({ title, description, labels }, { title: task.title, description: 'Every year', labels: ['security'] })
  t.match(checklistItems, [{ text: 'CA', done: false }])
})

t.test('a hidden page has no stream, and shows the missed changes when it is visible again', async (t) => {
  const { page, task, send, service } = await openBoard(t)
  const setHidden = (isHidden: boolean) =>
    page.evaluate(`
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => ${isHidden} })
      document.dispatchEvent(new Event('visibilitychange'))
    `)
  const closed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/events'))
  await setHidden(true)
  await closed
  await send('POST', '/tasks', { title: 'Meanwhile', status: 'TODO' })
  await service.app.flushLogs()
  t.equal(await task('Meanwhile').count(), 0)
  await setHidden(false)
  await task('Meanwhile').waitFor()
})

/** Forwards connections to a port, and can stop to forward event streams without closing them, as a network can. */
async function startProxy(t: Test, port: number) {
  const sockets = new Set<Socket>()
  const streams: Socket[] = []
  let isStopped = false
  const proxy = createServer((client) => {
    if (isStopped) return void sockets.add(client)
    const upstream = connect(port, '127.0.0.1')
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {})
    }
    client.on('data', (request) => request.includes('/events HTTP/1.1') && streams.push(upstream))
    client.pipe(upstream).pipe(client)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  t.teardown(() => {
    for (const socket of sockets) socket.destroy()
    proxy.close()
  })
  function freeze() {
    for (const stream of streams) stream.unpipe().pause()
  }
  /** Accepts further connections, but responds to nothing. */
  function stop() {
    isStopped = true
    freeze()
    for (const socket of sockets) if (!streams.includes(socket)) socket.unpipe().pause()
  }
  return { origin: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, freeze, stop }
}

t.test('a page whose connection has ended unnoticed connects again', async (t) => {
  const { service, board, send } = await openBoard(t)
  const proxy = await startProxy(t, Number(new URL(service.origin).port))
  const page = await openPage(t, proxy.origin)
  const task = (title: string) => page.getByTestId('task').getByText(title, { exact: true })
  await page.clock.install()
  await page.goto(`${proxy.origin}/b/${board.id}/`)
  await page.getByTestId('task').first().waitFor()
  await send('POST', '/tasks', { title: 'Before', status: 'TODO' })
  await task('Before').waitFor()
  proxy.freeze()
  await send('POST', '/tasks', { title: 'Meanwhile', status: 'TODO' })
  await page.clock.fastForward(45_000)
  await page.clock.fastForward(5_000)
  await task('Meanwhile').waitFor()
  await waitForEqual(t, page.getByTestId('connection'), '', 'the page is connected')
  proxy.stop()
  await page.clock.fastForward(45_000)
  await page.getByTestId('connection').locator('.notice').waitFor()
})

/** Replaces texts by new nodes, as the translation of browsers does. */
const TRANSLATE = `
  const isText = { acceptNode: ({ parentElement }) => (parentElement.translate ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_REJECT) }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, isText)
  const found = []
  while (texts.nextNode()) found.push(texts.currentNode)
  for (const text of found) {
    const translated = document.createElement('font')
    translated.textContent = text.data
    text.replaceWith(translated)
  }
`

t.test('changes are shown although the browser is set to translate pages', async (t) => {
  const { page, task, send } = await openBoard(t)
  await page.evaluate(TRANSLATE)
  const { content } = await send('GET', '/tasks?search=monitoring')
  const [{ id, ...values }] = content
  await send('PUT', `/tasks/${id}`, { ...values, title: 'Set up alerts' })
  await task('Set up alerts').waitFor()
  await waitForEqual(t, () => task('Set up monitoring').count(), 0)
})

t.test('after Back from another page, the filters are those of before', async (t) => {
  const { page, service, task } = await openBoard(t)
  await page.getByTestId('filter-priority').selectOption('LOW')
  await task('Set up monitoring').waitFor({ state: 'detached' })
  await page.goto(`${service.origin}/`)
  await page.goBack()
  await page.getByTestId('task').first().waitFor()
  await waitForEqual(t, () => page.getByTestId('filter-priority').inputValue(), 'LOW')
  await waitForEqual(t, () => task('Set up monitoring').count(), 0)
})

t.test('a change is shown although the load before it fails', async (t) => {
  const { page, task, send, service } = await openBoard(t, { allowed: /503/ })
  const { held } = await holdResponse(page, /\/tasks\/summary$/)
  const created = page.getByTestId('request').filter({ hasText: 'POST' })
  await send('POST', '/tasks', { title: 'First', status: 'TODO' })
  const release = await held
  await send('POST', '/tasks', { title: 'Second', status: 'TODO' })
  await service.app.flushLogs()
  // The event about the request comes after that about the task, or together with it.
  await created.nth(1).waitFor()
  await release({ status: 503 })
  await task('Second').waitFor()
  await page.locator('.failure').waitFor({ state: 'detached' })
  await waitForEqual(t, () => task('First').isVisible(), true)
})

t.test('columns say that they are loading', async (t) => {
  const { page, column } = await openBoard(t)
  const { promise: isReleased, resolve: release } = pending()
  await page.route('**/api/v1/tasks?*', async (route) => {
    await isReleased
    await route.continue()
  })
  await page.reload()
  const loading = column('DONE').getByText('Loading…')
  await loading.waitFor()
  release()
  await column('DONE').getByTestId('task').first().waitFor()
  await waitForEqual(t, () => loading.count(), 0)
})

t.test('a page without its event stream still notices changes', async (t) => {
  const { task, send } = await openBoard(t, { service: { streams: { streamsMax: 0 } }, allowed: /503/ })
  await send('POST', '/tasks', { title: 'Without a stream', status: 'TODO' })
  await task('Without a stream').waitFor()
  t.pass('the page asks for the revision')
})

t.test('the page says that the service does not respond, and when the board no longer exists', async (t) => {
  const { page, board, service } = await openBoard(t, { allowed: /ERR_|404/ })
  const notice = page.getByTestId('connection')
  await page.context().setOffline(true)
  // The stream that is open continues offline.
  service.app.server.closeAllConnections()
  await notice.getByText('The service does not respond.').waitFor()
  await page.context().setOffline(false)
  await notice.locator('.notice').waitFor({ state: 'detached' })
  await board.asOwner('DELETE ')
  await notice.getByText('This board no longer exists.').waitFor()
})

t.test('a board with a host of its own needs no other host', async (t) => {
  const { service, board, page: other } = await openBoard(t, { service: { boardHost: 'board.test' } })
  await other.close()
  const origin = `http://${board.id}.board.test:${new URL(service.origin).port}`
  const page = await visit(t, `${origin}/`, { allowed: /500/ })
  await page.getByTestId('task').first().waitFor()
  await operate(page, { 'choose-buggy': true }, 'apply-filters', 'tab-score', 'owner')
  await operate(page, { 'owner-form-token': board.token }, 'owner-sign-in')
  await page.getByTestId('is-owner').waitFor()
})
