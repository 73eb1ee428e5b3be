/**
 * Measures the service on each store, beside the floor and beside what people would use instead, and prints what it found:
 * `npm run bench`. A full run also writes it to docs/performance.md.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findPostgres, startPostgres } from '../test/postgres/server.js'
import { bench, WORKS } from './bench.js'
import { createDatabases } from './boards/databases.js'
import { CONTESTANTS } from './contestants/contestants.js'
import { measureSize } from './measure/size.js'
import { type Options, readOptions, usage } from './options.js'
import { describeMachine } from './report/machine.js'
import { replaceMade } from './report/page.js'
import { tablesOf } from './report/tables.js'
import { CONNECTIONS } from './work/work.js'
import { MOVERS } from './work/writes.js'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const PAGE = join(ROOT, 'docs/performance.md')

const names = WORKS.map(({ name }) => name)
let options: Options
try {
  options = readOptions(process.argv.slice(2), names)
} catch (error) {
  console.error(`${(error as Error).message}\n\n${usage(names)}`)
  process.exit(2)
}

const ending = new AbortController()
// More than once: the terminal and the command that runs this both send it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => ending.abort(new Error(`${signal} ended the run`)))
}

const programs = findPostgres()
if (programs === undefined)
  console.log('Nothing is measured on PostgreSQL: there is no server on this machine.')
const folder = mkdtempSync(join(tmpdir(), 'task-board-bench-'))
const postgres = programs === undefined ? undefined : await startPostgres(programs, true)
try {
  const machine = await describeMachine(folder, postgres?.url)
  const results = await bench(options, createDatabases(folder, postgres?.url), ending.signal)
  const { only, isQuick } = options
  if (only.includes('size') || (only.length === 0 && !isQuick)) {
    results.size = await measureSize(ROOT, join(folder, 'installation'))
  }
  const made = [
    machine,
    describeRun(options),
    tablesOf({ results, works: WORKS, contestants: CONTESTANTS }),
  ].join('\n\n')
  console.log(`\n${made}`)
  if (options.isWritten) writeFileSync(PAGE, replaceMade(readFileSync(PAGE, 'utf8'), made))
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
    `Rounds: ${rounds}. In each, all did every work in turn, who was first in one last in the next, as new processes on fresh copies of the data;`,
    'reads came before writes, and uploads, moves and deletions were bounded in number, so that the data stay about the same.',
    `A process was used for ${firstSeconds} s before anything was measured; every work was done for ${warmUpSeconds} s, then measured for ${seconds} s,`,
    latencySeconds === 0 ? 'without latencies.' : `its latencies for ${latencySeconds} s.`,
    `${CONNECTIONS} connections asked at once, ${MOVERS} where tasks were moved or deleted. No process wrote a log.`,
  ].join(' ')
}
