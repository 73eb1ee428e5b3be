/**
 * Measures what many boards cost: a server with 1,000 of them beside one with a single board, in turn, and writes what it
 * found to docs/performance.md: `npm run bench:boards`.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describeMachine } from '../report/machine.js'
import { replaceMade } from '../report/page.js'
import { compareServers } from './compare.js'
import { tableOf } from './table.js'

const PAGE = fileURLToPath(new URL('../../docs/performance.md', import.meta.url))

const folder = mkdtempSync(join(tmpdir(), 'task-board-many-'))
try {
  const machine = await describeMachine(folder, undefined)
  const made = `${machine}\n\n${tableOf(await compareServers(folder))}`
  console.log(`\n${made}`)
  writeFileSync(PAGE, replaceMade(readFileSync(PAGE, 'utf8'), made, 'npm run bench:boards'))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
