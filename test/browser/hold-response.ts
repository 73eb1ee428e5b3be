import type { Page, Route } from 'playwright-core'

/**
 * Holds the next response to a request whose URL matches: the service has sent it, but the page has not received it.
 *
 * @returns `held`, which resolves when the service has responded, with the function that lets the page receive it
 */
export async function holdResponse(page: Page, url: RegExp): Promise<{ held: Promise<() => Promise<void>> }> {
  let hold: (release: () => Promise<void>) => void
  const held = new Promise<() => Promise<void>>((resolve) => {
    hold = resolve
  })
  const holdOne = async (route: Route) => {
    const response = await route.fetch()
    hold(() => route.fulfill({ response }))
  }
  await page.route(url, holdOne, { times: 1 })
  return { held }
}
