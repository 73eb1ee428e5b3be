import type { Browser, Page } from 'playwright-core'
import { launchChromium } from '../../test/browser/chromium.js'
import { figure } from '../report/figure.js'
import { spreadOf } from '../report/statistics.js'
import { createBoard, createClass, send } from './api.js'

/** How much slower the processor of the browser is. */
const SLOWDOWN = 4
const ROUNDS = 5
const TASKS = 1000

/** What the page records of itself. Times are in milliseconds. */
interface Timings {
  paint: number
  shift: number
}

/** Records paints and layout shifts, and the longest time between two frames. */
const RECORDER = `
  window.timings = { paint: 0, shift: 0 }
  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries()) if (name === 'first-contentful-paint') timings.paint = startTime
  }).observe({ type: 'paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) timings.shift += value
  }).observe({ type: 'layout-shift', buffered: true })
`

interface Table {
  heading: string[]
  rows: string[][]
}

/** Measures how fast pages appear, how smooth a board with many tasks is, and how fast browsers see each other's moves. */
export async function measureRendering(origin: string): Promise<Table[]> {
  const browser = await launchChromium()
  try {
    const demo = await createBoard(origin, { fixture: 'demo' })
    const large = await createLargeBoard(origin)
    const { trainerSecret } = await createClass(origin, 30)
    const signIn = async (page: Page) => {
      await page.getByTestId('trainer-secret').fill(trainerSecret)
      await page.getByTestId('sign-in').click()
      await page.getByTestId('learner').nth(29).waitFor()
    }
    const ready = (testId: string) => (page: Page) => page.getByTestId(testId).first().waitFor()
    const rows = [
      await measurePage(browser, 'start page', `${origin}/`, ready('create-board')),
      await measurePage(browser, 'board, 20 tasks', `${demo}/`, ready('task')),
      await measurePage(browser, `board, ${TASKS} tasks`, `${large}/`, ready('task')),
      await measurePage(browser, 'class, sign-in', `${origin}/class`, ready('sign-in')),
      await measurePage(browser, 'class, 30 learners', `${origin}/class`, signIn),
    ]
    return [
      { heading: ['Page, processor 4 × slower', 'first paint, ms', 'content, ms', 'layout shift'], rows },
      { heading: ['Board', 'ms'], rows: [await measureFrames(browser, large), await measureMoves(browser, demo)] },
    ]
  } finally {
    await browser.close()
  }
}

async function createLargeBoard(origin: string): Promise<string> {
  const base = await createBoard(origin)
  const statuses = ['TODO', 'IN_PROGRESS', 'DONE']
  for (let task = 0; task < TASKS; task++) {
    await send('POST', `${base}/api/v1/tasks`, { title: `Task ${task}`, status: statuses[task % 3], labels: ['bench'] })
  }
  return base
}

async function openSlowly(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await page.addInitScript(RECORDER)
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  return page
}

async function measurePage(browser: Browser, title: string, url: string, ready: (page: Page) => Promise<unknown>) {
  const measured: (Timings & { content: number })[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const page = await openSlowly(browser)
    const began = performance.now()
    await page.goto(url)
    await ready(page)
    const content = performance.now() - began
    await page.waitForTimeout(500)
    measured.push({ ...((await page.evaluate('timings')) as Timings), content })
    await page.context().close()
  }
  const of = (key: 'paint' | 'content' | 'shift') => spreadOf(measured.map((each) => each[key])).median
  return [title, figure(of('paint')), figure(of('content')), of('shift').toFixed(3)]
}

/** The longest time between two frames while the user scrolls through a column of many tasks. */
async function measureFrames(browser: Browser, base: string): Promise<string[]> {
  const page = await openSlowly(browser)
  await page.goto(`${base}/`)
  await page.getByTestId('show-more').first().waitFor()
  for (const column of ['TODO', 'IN_PROGRESS', 'DONE']) {
    const more = page.getByTestId(`column-${column}`).getByTestId('show-more')
    while ((await more.count()) > 0) {
      const shown = await page.getByTestId(`column-${column}`).getByTestId('task').count()
      await more.click()
      await page.getByTestId(`column-${column}`).getByTestId('task').nth(shown).waitFor({ state: 'attached' })
    }
  }
  const frames = (await page.evaluate(`new Promise((resolve) => {
    const times = []
    let last = performance.now()
    const step = () => {
      const now = performance.now()
      times.push(now - last)
      last = now
      scrollBy(0, 300)
      if (times.length < 120) requestAnimationFrame(step)
      else resolve(times)
    }
    requestAnimationFrame(step)
  })`)) as number[]
  await page.context().close()
  return [
    `median time between two frames, scrolling through ${TASKS} tasks, processor 4 × slower`,
    figure(spreadOf(frames).median),
  ]
}

/** The time until another browser shows a move. */
async function measureMoves(browser: Browser, base: string): Promise<string[]> {
  const [first, second] = await Promise.all([browser.newContext(), browser.newContext()])
  const [mover, watcher] = await Promise.all([first.newPage(), second.newPage()])
  await Promise.all([mover, watcher].map((page) => page.goto(`${base}/`)))
  await Promise.all([mover, watcher].map((page) => page.getByTestId('task').first().waitFor()))
  const durations: number[] = []
  for (let round = 0; round < 2 * ROUNDS; round++) {
    const status = round % 2 === 0 ? 'DONE' : 'TODO'
    const began = performance.now()
    await mover.evaluate(`fetch('${new URL(base).pathname}/api/v1/tasks/1/reorder', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"targetStatus": "${status}", "targetIndex": 0}',
    })`)
    await watcher.locator(`[data-testid=column-${status}] [data-task-id="1"]`).waitFor()
    durations.push(performance.now() - began)
  }
  await Promise.all([first.close(), second.close()])
  return ['longest of 10 moves until another browser shows it', figure(Math.max(...durations))]
}
