import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import type { Test } from 'tap'
import { launchChromium } from './chromium.js'

/** A page and its problems. */
export interface Visit {
  page: Page
  /**
   * Returns the problems since the last call: errors and warnings on the console, uncaught exceptions, violations of the
   * content security policy, failed requests, error responses, and requests to other servers.
   */
  takeProblems(): string[]
}

/** Opens an empty page with a new profile for a server. */
export type OpenPage = (t: Test, origin: string, options?: BrowserContextOptions) => Promise<Visit>

/** How long to wait for an element, in milliseconds. Busy machines are slow. */
const TIMEOUT = 120_000

/** Wide enough for the columns of Swagger UI. */
export const VIEWPORT = { width: 1200, height: 860 }

/** The browser of this process. Each page has its own profile, so the test files of a process share it. */
let shared: Promise<Browser> | undefined

/**
 * Starts the browser of this process, unless another test file has.
 *
 * @param t the root of the tests, which closes the browser at its end
 */
export async function startBrowser(t: Test): Promise<OpenPage> {
  if (shared === undefined) {
    const started = launchChromium()
    shared = started
    t.teardown(async () => (await started).close())
  }
  const browser = await shared
  return async (t, origin, options) => {
    const context = await browser.newContext({ viewport: VIEWPORT, ...options })
    context.setDefaultTimeout(TIMEOUT)
    // This must happen before the server is closed, because the server waits for open connections. A handler of a route can
    // still wait for the service.
    t.teardown(async () => {
      await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })))
      await context.close()
    })
    const problems = await record(context, origin)
    return { page: await context.newPage(), takeProblems: () => problems.splice(0) }
  }
}

async function record(context: BrowserContext, origin: string): Promise<string[]> {
  const problems: string[] = []
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(`${message.type()}: ${message.text()}`)
  })
  context.on('weberror', (error) => problems.push(`uncaught: ${error.error().message}`))
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText
    // The requests of a page end when the browser leaves it.
    if (reason === 'net::ERR_ABORTED') return
    problems.push(`failed: ${request.url()} (${reason})`)
  })
  context.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()}: ${pathOf(response.url())}`)
  })
  context.on('request', (request) => {
    const url = new URL(request.url())
    // Images inside a style sheet and files created by the page need no request to a server.
    if (!['data:', 'blob:'].includes(url.protocol) && url.origin !== origin) {
      problems.push(`another server: ${request.url()}`)
    }
  })
  await context.exposeFunction('recordViolation', (violation: string) => {
    problems.push(`policy: ${violation}`)
  })
  await context.addInitScript(`
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      recordViolation(effectiveDirective + ' blocked ' + blockedURI)
    })
  `)
  return problems
}

function pathOf(url: string): string {
  return new URL(url).pathname
}
