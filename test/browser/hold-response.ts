import type { Page, Route } from 'playwright-core'

/** Lets the page receive a response, perhaps a changed one. */
type Release = (change?: { status: number }) => Promise<void>

/**
 * Holds the next response to a request whose URL matches: the service has sent it, but the page has not received it.
 *
 * @returns `held`, which resolves when the service has responded, with the function that releases it
 */
export async function holdResponse(page: Page, url: RegExp): Promise<{ held: Promise<Release> }> {
  let hold: (release: Release) => void
  const held = new Promise<Release>((resolve) => {
    hold = resolve
  })
  const holdOne = async (route: Route) => {
    const response = await route.fetch()
    hold((change) => route.fulfill({ response, ...change }))
  }
  await page.route(url, holdOne, { times: 1 })
  return { held }
}
