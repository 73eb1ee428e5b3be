/**
 * Measures the service on each store and compares it with the floor and with alternatives: `npm run bench`. Prints the
 * tables; a full run also writes them to docs/performance.md.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { replaceGenerated } from '../scripts/markdown.js'
import { findPostgres, startPostgres } from '../test/postgres/server.js'
import { bench, WORKLOADS } from './bench.js'
import { createDatabases } from './boards/databases.js'
import { CONTESTANTS } from './contestants/contestants.js'
import { measureSize } from './measure/size.js'
import { type Options, readOptions, usage } from './options.js'
import { describeMachine } from './report/machine.js'
import { tablesOf } from './report/tables.js'
import { CONNECTIONS } from './workloads/workload.js'
import { MOVERS } from './workloads/writes.js'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const PAGE = join(ROOT, 'docs/performance.md')

const names = WORKLOADS.map(({ name }) => name)
let options: Options
try {
  options = readOptions(process.argv.slice(2), names)
} catch (error) {
  console.error(`${(error as Error).message}\n\n${usage(names)}`)
  process.exit(2)
}

const ending = new AbortController()
// The signal may arrive twice: from the terminal and from npm.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => ending.abort(new Error(`${signal} ended the run`)))
}

const programs = findPostgres()
if (programs === undefined) console.log('Skipping PostgreSQL: no server is installed on this machine.')
const folder = mkdtempSync(join(tmpdir(), 'task-board-bench-'))
const postgres = programs === undefined ? undefined : await startPostgres(programs, true)
try {
  const machine = await describeMachine(folder, postgres?.url)
  const results = await bench(options, createDatabases(folder, postgres?.url), folder, ending.signal)
  const { only, isQuick } = options
  if (only.includes('size') || (only.length === 0 && !isQuick)) {
    results.size = await measureSize(ROOT, join(folder, 'installation'))
  }
  const tables = tablesOf({ results, workloads: WORKLOADS, contestants: CONTESTANTS, isPartial: only.length > 0 })
  const generated = [machine, describeRun(options), tables].join('\n\n')
  console.log(`\n${generated}`)
  if (options.isWritten) writeFileSync(PAGE, replaceGenerated(readFileSync(PAGE, 'utf8'), 'measurements', generated))
} catch (error) {
  if (!ending.signal.aborted) throw error
  console.error((ending.signal.reason as Error).message)
  process.exitCode = 1
} finally {
  await postgres?.remove()
  rmSync(folder, { recursive: true, force: true })
}

function describeRun({ rounds, firstSeconds, warmUpSeconds, seconds, latencySeconds }: Options): string {
  return [
    `Rounds: ${rounds}. In each round, every contestant ran every workload in turn, as a new process on a fresh copy of the data. The order was reversed in every other round.`,
    'Reads came before writes. The number of uploads, moves and deletions was limited, so that the size of the data stayed about the same.',
    `Each process was warmed up for ${firstSeconds} s. Each workload was warmed up for ${warmUpSeconds} s, then measured for ${seconds} s,`,
    latencySeconds === 0 ? 'without latencies.' : `and its latencies for ${latencySeconds} s.`,
    `Requests used ${CONNECTIONS} connections, moves and deletions ${MOVERS}. No process wrote a log.`,
  ].join(' ')
}
