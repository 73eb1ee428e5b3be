import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import root, { type Test } from 'tap'
import { launchChromium } from './chromium.js'

/** How long to wait for an element, in milliseconds. Busy machines are slow. */
const TIMEOUT = 120_000

/** Wide enough for the columns of Swagger UI. */
export const VIEWPORT = { width: 1200, height: 860 }

/** The browser of this process. Each page has its own profile, so the test files of a process share it. */
let browser: Promise<Browser> | undefined
root.teardown(async () => (await browser)?.close())

/**
 * What the pages have done and their tests do not allow: errors and warnings on the console, uncaught exceptions, violations
 * of the content security policy, failed requests, error responses, and requests to other servers.
 */
const problems: string[] = []
root.afterEach(async (t) => {
  const found = problems.splice(0)
  if (found.length > 0) root.fail('the page has problems', { test: t.fullname, problems: found })
})

/** The options of a browser context, and the problems that a test provokes. */
export type PageOptions = BrowserContextOptions & { allowed?: RegExp }

/** Opens an empty page with a new profile for a server. The test fails if the page has problems that are not allowed. */
export async function openPage(t: Test, origin: string, { allowed, ...options }: PageOptions = {}): Promise<Page> {
  browser ??= launchChromium()
  const context = await (await browser).newContext({ viewport: VIEWPORT, ...options })
  context.setDefaultTimeout(TIMEOUT)
  // This must happen before the server is closed, because the server waits for open connections. A handler of a route can
  // still wait for the service.
  t.teardown(async () => {
    await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })))
    await context.close()
  })
  await record(context, origin, (problem) => {
    if (!allowed?.test(problem)) problems.push(problem)
  })
  return context.newPage()
}

/** Opens a page, with a new profile, at a URL of a server. */
export async function visit(t: Test, url: string, options?: PageOptions): Promise<Page> {
  const page = await openPage(t, new URL(url).origin, options)
  await page.goto(url)
  return page
}

/** Reports the problems of the pages of a context. */
async function record(context: BrowserContext, origin: string, report: (problem: string) => void): Promise<void> {
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) report(`${message.type()}: ${message.text()}`)
  })
  context.on('weberror', (error) => report(`uncaught: ${error.error().message}`))
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText
    // The requests of a page end when the browser leaves it.
    if (reason === 'net::ERR_ABORTED') return
    report(`failed: ${request.url()} (${reason})`)
  })
  context.on('response', (response) => {
    if (response.status() >= 400) report(`${response.status()}: ${pathOf(response.url())}`)
  })
  context.on('request', (request) => {
    const url = new URL(request.url())
    // Images inside a style sheet and files created by the page need no request to a server.
    if (!['data:', 'blob:'].includes(url.protocol) && url.origin !== origin) {
      report(`another server: ${request.url()}`)
    }
  })
  await context.exposeFunction('recordViolation', (violation: string) => report(`policy: ${violation}`))
  await context.addInitScript(`
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      recordViolation(effectiveDirective + ' blocked ' + blockedURI)
    })
  `)
}

function pathOf(url: string): string {
  return new URL(url).pathname
}
