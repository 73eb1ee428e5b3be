/**
 * Measures how many learners one process can serve: `npm run bench -- learners`. Each has a board of a class,
 * sends two requests per second to buggy and v1, and reads the events of the board. The service has a core of its own; the
 * learners, PostgreSQL and the proxy that delays it share another one.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostgres, startPostgres } from '../../test/postgres/server.js'
import { figure } from '../report/figure.js'
import { table } from '../report/markdown.js'
import { type Figures, measure, RATE } from './measure.js'
import { type Options, readOptions, USAGE } from './options.js'

/** The core of this process and of those that it starts. */
const CORE = 1
const HOUR = 3600

let runs: Options[]
try {
  runs = readOptions(process.argv.slice(2))
} catch (error) {
  console.error(`${(error as Error).message}\n\n${USAGE}`)
  process.exit(2)
}

execFileSync('taskset', ['-cp', String(CORE), String(process.pid)], { stdio: 'ignore' })
for (const options of runs) {
  const folder = mkdtempSync(join(tmpdir(), 'task-board-learners-'))
  const postgres = options.database === 'postgresql' ? await startPostgres(requirePostgres(), true) : undefined
  try {
    const figures = await measure(options, folder, postgres)
    console.log(`\n${describe(options, figures)}`)
    if (figures.found.lost.length > 0 || Object.keys(figures.observed.failures).length > 0) process.exitCode = 1
  } finally {
    await postgres?.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

function requirePostgres(): string {
  const programs = findPostgres()
  if (programs === undefined) throw new Error('PostgreSQL is not installed on this machine.')
  return programs
}

function describe(
  { learners, database, seconds, warmUp, roundTrip }: Options,
  { observed, report, found, memory, disk, load }: Figures,
): string {
  const { responses, latencies, lateness, cpu, streams, events, failures } = observed
  const perHour = (bytes: number) => figure((bytes * RATE * HOUR) / 1e6)
  const milliseconds = Object.entries(latencies).map(([kind, { p50, p99, max }]) => [
    `${kind}, p50 / p99 / longest, ms`,
    [p50, p99, max].map(figure).join(' / '),
  ])
  return [
    `${learners} learners, ${database}${database === 'postgresql' ? `, round trip of ${roundTrip} ms` : ''}, ${seconds} s after ${warmUp} s; load average before: ${load.toFixed(2)}`,
    table(
      ['', ''],
      [
        ['responses per second', figure(responses / seconds)],
        ...milliseconds,
        [
          'requests sent late, p99, ms; processor time of the learners per request, µs',
          `${figure(lateness)}; ${figure((cpu * 1000) / responses)}`,
        ],
        ['failures', JSON.stringify(failures)],
        ['open streams, events of requests', `${streams}, ${events}`],
        ['lost', found.lost.length === 0 ? 'nothing' : `${found.lost.length}: ${found.lost.slice(0, 5).join('; ')}`],
        ['looked for: tasks, claims, requests', `${found.tasks}, ${found.claims}, ${found.requests}`],
        [
          'processor time per request: all threads, main thread, µs',
          [report.cpu, report.mainCpu ?? 0].map((time) => figure((time * 1000) / responses)).join(', '),
        ],
        ['event loop busy', `${figure(report.utilization * 100)} %`],
        ['resident memory, MB', figure(report.rss / 1e6)],
        [
          'memory of a board, kB; per learner and hour, MB',
          `${figure(memory.board / 1e3)}; ${perHour(memory.request)}`,
        ],
        ['disk of a board, kB; per learner and hour, MB', `${figure(disk.board / 1e3)}; ${perHour(disk.request)}`],
      ],
    ),
  ].join('\n\n')
}
