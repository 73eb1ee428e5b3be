import type { Contestant, ContestantName } from '../contestants/contestants.js'
import type { Work } from '../work/work.js'
import { figure, MEGABYTE } from './figure.js'
import { GOALS, judge } from './goals.js'
import { type Measurement, type Results, ratiosOf, valuesOf } from './results.js'
import { spreadOf } from './statistics.js'

type Shown<T extends { name: string; title: string }> = readonly Pick<T, 'name' | 'title'>[]

/** What a run has measured, and by which names it is shown. */
export interface Report {
  results: Results
  works: Shown<Work>
  contestants: Shown<Contestant>
}

/** Where an event loop has more to spare, something else holds it up. */
const BUSY_MIN = 0.9

/** Which contestants are compared in the table of ratios. */
const PAIRS: readonly [title: string, of: ContestantName, to: ContestantName][] = [
  ['SQLite, of the floor', 'sqlite-10000', 'floor'],
  ['SQLite, no answer kept, of the floor', 'sqlite-10000-uncached', 'floor'],
  ['PostgreSQL, of the floor', 'postgres-10000', 'floor'],
  ['SQLite, over json-server', 'sqlite-10000', 'json-server'],
  ['SQLite, over Express', 'sqlite-10000', 'express'],
  ['SQLite, 100,000 of 10,000', 'sqlite-100000', 'sqlite-10000'],
  ['SQLite, no answer kept, 100,000 of 10,000', 'sqlite-100000-uncached', 'sqlite-10000-uncached'],
  ['PostgreSQL, 100,000 of 10,000', 'postgres-100000', 'postgres-10000'],
]

/** All tables, as Markdown. */
export function tablesOf(report: Report): string {
  return [
    '### Goals',
    goalsTable(report),
    '### Ratios of all work',
    ratiosTable(report),
    '### Answers a second',
    ratesTable(report),
    '### Latencies at half of that rate',
    'In ms: half of the answers came within / 99 of 100 came within.',
    latenciesTable(report),
    '### Start and memory',
    startsTable(report),
    sizeOf(report),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** The goals, and whether they are met. */
export function goalsTable({ results }: Pick<Report, 'results'>): string {
  const rows = GOALS.map((goal) => {
    const { what, unit, atLeast, atMost } = goal
    const values = goal.values(results)
    const show = (value: number) => figure(value) + (unit === undefined ? '' : ` ${unit}`)
    return [
      what,
      ...(values.length === 0 ? ['', ''] : [show(spreadOf(values).median), quartiles(values)]),
      atLeast === undefined ? `≤ ${atMost}${unit === undefined ? '' : ` ${unit}`}` : `≥ ${atLeast}`,
      judge(goal, values),
    ]
  })
  return table(['', 'median', 'quartiles', 'goal', ''], rows)
}

function ratiosTable({ results, works }: Report): string {
  const rows = works.map(({ name, title }) => [
    title,
    ...PAIRS.map(([, of, to]) => medianOf(ratiosOf(results, [name, of], [name, to]))),
  ])
  return table(['', ...PAIRS.map(([title]) => title)], filled(rows))
}

function ratesTable({ results, works, contestants }: Report): string {
  return overview(works, contestants, (work, contestant) => {
    const rates = valuesOf(results, work, contestant)
    if (rates.length === 0) return ''
    const busy = spreadOf(valuesOf(results, work, contestant, ({ utilization }) => utilization)).median
    return `${medianOf(rates)} (${quartiles(rates)})${busy < BUSY_MIN ? ' \\*' : ''}`
  })
}

function latenciesTable({ results, works, contestants }: Report): string {
  return overview(works, contestants, (work, contestant) => {
    const read = (percentile: 'p50' | 'p99') =>
      valuesOf(results, work, contestant, ({ latency }: Measurement) => latency?.[percentile])
    return [read('p50'), read('p99')]
      .map(medianOf)
      .filter((value) => value !== '')
      .join(' / ')
  })
}

/** A row for each work, a column for each contestant; work and contestants of whom there is nothing are left out. */
function overview(
  works: Report['works'],
  contestants: Report['contestants'],
  cell: (work: Work['name'], contestant: ContestantName) => string,
): string {
  const shown = contestants.filter((contestant) =>
    works.some((work) => cell(work.name, contestant.name) !== ''),
  )
  if (shown.length === 0) return 'Not measured.'
  const rows = works.map(({ name, title }) => [
    title,
    ...shown.map((contestant) => cell(name, contestant.name)),
  ])
  return table(['', ...shown.map(({ title }) => title)], filled(rows))
}

function startsTable({ results, contestants }: Report): string {
  const rows = contestants.map(({ name, title }) => {
    const starts = results.starts.filter(({ contestant }) => contestant === name)
    const most = results.measurements
      .filter(({ contestant }) => contestant === name)
      .map(({ rss }) => rss / MEGABYTE)
    return [
      title,
      medianOf(starts.map(({ milliseconds }) => milliseconds)),
      medianOf(starts.map(({ rss }) => rss / MEGABYTE)),
      most.length === 0 ? '' : figure(Math.max(...most)),
    ]
  })
  return table(['', 'start to first answer, ms', 'memory then, MB', 'most after any work, MB'], filled(rows))
}

function sizeOf({ results: { size } }: Report): string {
  if (size === undefined) return ''
  const { dependencies, build } = size
  return `An installation takes ${figure(dependencies / MEGABYTE)} MB for the dependencies and ${figure(build / MEGABYTE)} MB for the build.`
}

function medianOf(values: readonly number[]): string {
  return values.length === 0 ? '' : figure(spreadOf(values).median)
}

function quartiles(values: readonly number[]): string {
  const { lower, upper } = spreadOf(values)
  return `${figure(lower)}–${figure(upper)}`
}

/** The rows that hold more than a title. */
function filled(rows: string[][]): string[][] {
  return rows.filter(([, ...cells]) => cells.some((cell) => cell !== ''))
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
