import type { Page } from 'playwright-core'
import type { Test } from 'tap'
import { createBoard } from '../kit/board.js'
import type { Json } from '../kit/helper.js'
import { startListening } from '../kit/raw-http.js'
import { openPage } from './browser.js'

export interface BoardPageOptions {
  /** Whether the board is the default one. */
  isDefault?: boolean
  /** The options of the service. */
  service?: object
  /** The options of the browser context. */
  context?: object
  /** The problems of the page that the test provokes. */
  allowed?: RegExp
  /** A script that the page runs before its own. */
  script?: string
}

/** Starts a service, and opens the page of a board with the demo tasks. */
export async function openBoard(t: Test, options: BoardPageOptions = {}) {
  const { isDefault = false, context, script, allowed } = options
  const service = await startListening(t, {
    sleep: async () => {},
    streams: { roundInterval: 50 },
    demoData: true,
    ...options.service,
  })
  const board = await createBoard(service, { fixture: 'demo' })
  const base = isDefault ? service.origin : `${service.origin}/b/${board.id}`
  const url = isDefault ? `${base}/board/` : `${base}/`
  async function open() {
    const page = await openPage(t, service.origin, { acceptDownloads: true, ...(allowed && { allowed }), ...context })
    if (script !== undefined) await page.addInitScript(script)
    await page.goto(url)
    await page.getByTestId('task').first().waitFor()
    return { page, ...toolsOf(page) }
  }
  /** Sends a request of another client. */
  async function send(method: string, path: string, json?: object): Promise<Json> {
    const response = await fetch(`${base}/api/v1${path}`, {
      method,
      ...(json && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) }),
    })
    return response.status === 204 ? undefined : response.json()
  }
  return { service, board, base, url, open, send, ...(await open()) }
}

export type BoardVisit = Awaited<ReturnType<typeof openBoard>>

function toolsOf(page: Page) {
  const column = (status: string) => page.getByTestId(`column-${status}`)
  const task = (title: string) => page.getByTestId('task').filter({ has: page.getByText(title, { exact: true }) })
  return {
    column,
    task,
    /** Returns the titles of the tasks in a column. */
    titles: (status: string) => column(status).getByTestId('task-title').allInnerTexts(),
    /** Opens a task. */
    async openTask(title: string) {
      await page.getByTestId('task-title').getByText(title, { exact: true }).click()
      await page.getByTestId('task-form').waitFor()
    },
    /** Returns the message about the request that has failed. */
    async failure(): Promise<string> {
      const shown = page.locator('.failure')
      await shown.first().waitFor()
      return shown.first().innerText()
    },
  }
}
