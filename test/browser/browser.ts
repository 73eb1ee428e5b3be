import type { BrowserContext, Page } from 'playwright-core'
import type { Test } from 'tap'
import { launchChromium } from './chromium.js'

/** A page and what went wrong on it. */
export interface Visit {
  page: Page
  /**
   * What went wrong since the last call: errors and warnings on the console, uncaught exceptions, violations of the
   * content security policy, requests that failed or were answered with an error, and requests to other servers.
   */
  takeProblems(): string[]
}

/** Opens an empty page with a profile of its own, for a server. */
export type OpenPage = (t: Test, origin: string) => Promise<Visit>

/** How long something is waited for that must be seen, in milliseconds; busy machines are slow. */
const PATIENCE = 120_000

/** Large enough that the columns of Swagger UI stand side by side. */
export const VIEWPORT = { width: 1200, height: 860 }

/** Starts a browser for a file of tests, until its end. */
export async function startBrowser(t: Test): Promise<OpenPage> {
  const browser = await launchChromium()
  t.teardown(() => browser.close())
  return async (t, origin) => {
    const context = await browser.newContext({ viewport: VIEWPORT })
    context.setDefaultTimeout(PATIENCE)
    // Before the server is closed, which waits for open connections.
    t.teardown(() => context.close())
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
  context.on('requestfailed', (request) =>
    problems.push(`failed: ${request.url()} (${request.failure()?.errorText})`),
  )
  context.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()}: ${pathOf(response.url())}`)
  })
  context.on('request', (request) => {
    const url = new URL(request.url())
    // Pictures that a style sheet carries, and files that the page made itself, are not requested from anybody.
    if (!['data:', 'blob:'].includes(url.protocol) && url.origin !== origin) {
      problems.push(`elsewhere: ${request.url()}`)
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
