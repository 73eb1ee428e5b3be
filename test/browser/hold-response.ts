import type { Page, Request, Route } from 'playwright-core'
import { pending } from '../kit/pending.js'

/** Lets the page receive a response, perhaps a changed one. */
type Release = (change?: { status: number }) => Promise<void>

/**
 * Holds the next response to a request whose URL matches: the service has sent it, but the page has not received it.
 *
 * @param method the method of the request; any if it is absent
 * @returns `held`, which resolves when the service has responded, with the function that releases it
 */
export async function holdResponse(page: Page, url: RegExp, method?: string): Promise<{ held: Promise<Release> }> {
  const { promise: held, resolve: hold } = pending<Release>()
  const isMatching = (request: Request) => url.test(request.url()) && (method ?? request.method()) === request.method()
  let hasHeld = false
  const holdOne = async (route: Route) => {
    if (hasHeld || !isMatching(route.request())) return route.fallback()
    hasHeld = true
    const response = await route.fetch()
    hold((change) => route.fulfill({ response, ...change }))
  }
  // It rejects if the page does not send the request.
  const requested = page.waitForRequest(isMatching)
  await page.route(url, holdOne)
  return { held: requested.then(() => held) }
}
