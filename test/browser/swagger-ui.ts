import type { Locator, Page, Response } from 'playwright-core'

/** The response as "Try it out" shows it, and the response itself. */
export interface Tried {
  /** The status as the page shows it. */
  status: number
  /** The body as the page shows it, `''` if it shows none. */
  body: string
  response: Response
}

/** The paths of operations. */
const OPERATION = /^(\/b\/[^/]+)?\/(api|boards)(\/|$)/

/** Opens a document in Swagger UI. A fragment opens one of its operations. */
export async function openDocument(page: Page, origin: string, name: string, fragment = ''): Promise<void> {
  await page.goto(`${origin}/docs?urls.primaryName=${name}${fragment}`)
  await isShown(page)
}

/** Waits until the page lists operations. */
export async function isShown(page: Page): Promise<void> {
  await page.locator('.opblock').first().waitFor()
}

/** Finds the block of an operation. */
export function operationBlock(page: Page, operationId: string): Locator {
  return page.locator(`.opblock[id^="operations-"][id$="-${operationId}"]`)
}

/** Opens an operation and waits for its Execute button. */
export async function openOperation(page: Page, operationId: string): Promise<Locator> {
  const block = operationBlock(page, operationId)
  await block.locator('.opblock-summary-control').click()
  await block.locator('.execute').waitFor()
  return block
}

/** Closes an open operation. */
export async function closeOperation(block: Locator): Promise<void> {
  await block.locator('.opblock-summary-control').click()
  await block.locator('.opblock-body').waitFor({ state: 'detached' })
}

/** Replaces the value of a parameter. */
export async function fillInParameter(block: Locator, name: string, value: number | string): Promise<void> {
  await block.locator(`tr[data-param-name="${name}"] input`).fill(String(value))
}

/** Replaces the prefilled body of a request. */
export async function fillInBody(block: Locator, body: object): Promise<void> {
  await block.locator('textarea.body-param__text').fill(JSON.stringify(body))
}

/** Executes an open operation and reads the shown response. */
export async function execute(block: Locator): Promise<Tried> {
  const page = block.page()
  const table = block.locator('.live-responses-table')
  // Clear the previous response, so that it is not mistaken for the next one.
  if (await table.isVisible()) await block.locator('.btn-clear').click()
  await table.waitFor({ state: 'detached' })
  const [response] = await Promise.all([
    page.waitForResponse((response) => OPERATION.test(new URL(response.url()).pathname)),
    block.locator('.execute').click(),
  ])
  const shown = table.locator('tbody .response')
  const status = shown.locator('.response-col_status').filter({ hasText: String(response.status()) })
  await status.waitFor()
  const body = shown.locator('.highlight-code code')
  return {
    status: Number.parseInt(await status.innerText(), 10),
    body: (await body.count()) === 0 ? '' : ((await body.textContent()) ?? ''),
    response,
  }
}

/** Opens an operation and executes it with the prefilled values. */
export async function tryOut(page: Page, operationId: string): Promise<Tried> {
  return execute(await openOperation(page, operationId))
}

/** Enters a token in the Authorize dialog with the keyboard. Replaces an earlier token. */
export async function authorize(page: Page, token: string): Promise<void> {
  const dialog = await openAuthorization(page)
  const input = dialog.locator('input')
  const logout = dialog.locator('button', { hasText: 'Logout' })
  if (await logout.isVisible()) await logout.press('Enter')
  await input.fill(token)
  await input.press('Enter')
  // The dialog has accepted the token when it shows the Logout button.
  await logout.waitFor()
  await dialog.locator('.btn-done').press('Enter')
  await dialog.waitFor({ state: 'detached' })
}

/** Opens the Authorize dialog. */
export async function openAuthorization(page: Page): Promise<Locator> {
  await page.locator('.auth-wrapper > .authorize').press('Enter')
  const dialog = page.locator('.dialog-ux')
  await dialog.waitFor()
  return dialog
}
