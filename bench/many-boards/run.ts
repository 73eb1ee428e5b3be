/**
 * Measures the cost of many boards: compares a server with 1,000 boards with a server with one board, and writes the
 * result to docs/performance.md: `npm run bench -- boards`. With `--quick` it runs fewer rounds and only prints.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { replaceGenerated } from '../../scripts/markdown.js'
import { describeMachine } from '../report/machine.js'
import { compareServers } from './compare.js'
import { tableOf } from './table.js'

const PAGE = fileURLToPath(new URL('../../docs/performance.md', import.meta.url))

const ROUNDS = 5
const QUICK_ROUNDS = 2

const { values: options } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const folder = mkdtempSync(join(tmpdir(), 'task-board-many-'))
try {
  const machine = await describeMachine(folder, undefined)
  const generated = `${machine}\n\n${tableOf(await compareServers(folder, options.quick ? QUICK_ROUNDS : ROUNDS))}`
  console.log(`\n${generated}`)
  if (!options.quick) writeFileSync(PAGE, replaceGenerated(readFileSync(PAGE, 'utf8'), 'boards', generated))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
