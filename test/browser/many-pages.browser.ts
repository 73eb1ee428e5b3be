import type { Page } from 'playwright-core'
import t from 'tap'
import { asTrainer } from '../classroom/training/class.js'
import { createBoard } from '../kit/board.js'
import { startListening } from '../kit/raw-http.js'
import { openBoard } from './board-page.js'
import { openPage } from './browser.js'
import { waitForEqual } from './wait-for.js'

/** More than the connections that browsers allow to an origin. */
const PAGES = 8

/** Counts the event streams that pages have open. */
function countStreams(page: Page): () => number {
  const open = new Set<unknown>()
  page.context().on('request', (request) => request.url().endsWith('/events') && open.add(request))
  page.context().on('requestfinished', (request) => open.delete(request))
  page.context().on('requestfailed', (request) => open.delete(request))
  return () => open.size
}

const hasTask = (page: Page, title: string) => page.getByText(title, { exact: true }).waitFor()

t.test('eight pages of one board share one event stream, and all of them show changes', async (t) => {
  const { page, base, send } = await openBoard(t)
  const streams = countStreams(page)
  const pages = [page]
  while (pages.length < PAGES) {
    const another = await page.context().newPage()
    await another.goto(`${base}/`)
    await another.getByTestId('task').first().waitFor()
    pages.push(another)
  }
  await send('POST', '/tasks', { title: 'For all pages', status: 'TODO' })
  for (const each of pages) await hasTask(each, 'For all pages')
  t.equal(streams(), 0, 'only the first page has a stream, from before')

  await page.close()
  const [second, ...others] = pages.slice(1) as [Page, ...Page[]]
  await send('POST', '/tasks', { title: 'After the first page', status: 'TODO' })
  for (const each of [second, ...others]) await hasTask(each, 'After the first page')
  await waitForEqual(t, streams, 1, 'another page has taken over')
  for (const each of others) await each.close()
  await send('POST', '/tasks', { title: 'For the last page', status: 'TODO' })
  await hasTask(second, 'For the last page')
})

t.test('pages of eight boards work, and have three event streams at most', async (t) => {
  const service = await startListening(t, { sleep: async () => {}, streams: { roundInterval: 50 } })
  const first = await openPage(t, service.origin)
  const streams = countStreams(first)
  const visits: { page: Page; base: string }[] = []
  while (visits.length < PAGES) {
    const { id } = await createBoard(service, { fixture: 'demo' })
    const page = visits.length === 0 ? first : await first.context().newPage()
    const base = `${service.origin}/b/${id}`
    await page.goto(`${base}/`)
    await page.getByTestId('task').first().waitFor()
    visits.push({ page, base })
  }
  await waitForEqual(t, streams, 3)
  for (const { page, base } of visits) {
    const json = { title: 'From another client', status: 'TODO' }
    await service.send(`POST ${new URL(base).pathname}/api/v1/tasks`, { json })
    await hasTask(page, json.title)
  }
})

t.test('a second page of a class shows the learners that the first page has received before', async (t) => {
  const service = await startListening(t, { sleep: async () => {}, streams: { roundInterval: 50 } })
  const { json: created } = await service.send('POST /classes', { json: { name: 'A class', names: ['Ada', 'Grace'] } })
  const trainer = asTrainer(service, created)
  const first = await openPage(t, service.origin)
  const streams = countStreams(first)
  const second = await first.context().newPage()
  for (const page of [first, second]) {
    await page.goto(`${service.origin}/class/`)
    await page.getByTestId('trainer-secret').fill(trainer.token)
    await page.getByTestId('sign-in').click()
    await page.getByTestId('learner').nth(1).waitFor()
  }
  await trainer.join('Ada')
  for (const page of [first, second]) await page.getByText('1 of 2 joined').waitFor()
  await waitForEqual(t, streams, 1)
})
