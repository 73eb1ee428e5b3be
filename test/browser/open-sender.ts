import type { Test } from 'tap'
import { type BoardPageOptions, openBoard } from './board-page.js'

/** Opens the request sender of a board. */
export async function openSender(t: Test, options: BoardPageOptions = {}) {
  const visit = await openBoard(t, options)
  const { page } = visit
  await page.getByTestId('open-sender').click()
  await page.getByTestId('sender-operation').locator('option').nth(5).waitFor({ state: 'attached' })
  const field = (name: string) => page.getByTestId(`sender-${name}`)
  async function choose(operation: string) {
    await field('operation').selectOption(operation)
  }
  /** Sends the request, and returns the status line of the response. */
  async function submit(): Promise<string> {
    await page.getByTestId('send-request').click()
    await field('response').waitFor()
    return field('status').innerText()
  }
  async function stored(): Promise<string> {
    return (await page.evaluate('JSON.stringify(sessionStorage)')) as string
  }
  return { ...visit, field, choose, submit, stored }
}
