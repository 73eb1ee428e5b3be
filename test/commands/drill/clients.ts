import { join } from 'node:path'
import type { Test } from 'tap'

/** The command of the perfect client. */
export const PERFECT = [process.execPath, join(import.meta.dirname, './perfect-client.mjs')]

/** Writes the program of a client into a file, and returns its command. `send` sends one request. */
export function writeClient(t: Test, source: string): string[] {
  const folder = t.testdir({
    'client.mjs': `
      const send = (method, path, body) => fetch(process.env.TASKS_URL + path, {
        method, ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
      }).then(async (response) => ({ status: response.status, text: await response.text() }))
      ${source}`,
  })
  return [process.execPath, join(folder, 'client.mjs')]
}
