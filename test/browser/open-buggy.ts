import type { Test } from 'tap'
import { type BoardPageOptions, openBoard } from './board-page.js'

export const SCRIPT = '<img src=x onerror=alert(1)>'

/** Opens a board whose buggy variant has faults, one for each request. */
export async function openBuggy(t: Test, script: string[][], options: BoardPageOptions = {}) {
  const context = { permissions: ['clipboard-read', 'clipboard-write'], ...options.context }
  const visit = await openBoard(t, { ...options, context })
  await visit.board.asOwner('PUT /faults', { json: { script, scriptEnd: 'none' } })
  const { page, base } = visit
  /** Sends a request of another client, which gets an id. */
  async function request(id: string, method: string, path: string, json?: object | string): Promise<void> {
    const headers = { 'x-request-id': id, ...(json && { 'content-type': 'application/json' }) }
    await (
      await fetch(base + path, {
        method,
        headers,
        ...(json && { body: typeof json === 'string' ? json : JSON.stringify(json) }),
      })
    ).text()
  }
  const row = (id: string) => page.locator(`[data-request-id="${id}"]`)
  async function openRow(id: string): Promise<void> {
    await row(id).getByTestId('open-request').click()
    await row(id).getByTestId('request-details').waitFor()
  }
  async function report(id: string, fault: string): Promise<void> {
    await row(id).getByTestId('report-fault').click()
    await row(id).getByTestId('claim-fault').selectOption(fault)
    await row(id).getByTestId('send-claim').click()
    await row(id).getByTestId('request-claim').last().waitFor()
  }
  return { ...visit, request, row, openRow, report }
}
