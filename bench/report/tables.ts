import type { Contestant, ContestantName } from '../contestants/contestants.js'
import type { Workload } from '../workloads/workload.js'
import { figure, MEGABYTE } from './figure.js'
import { judge } from './goal.js'
import { GOALS } from './goals.js'
import { filled, medianOf, mediansOf, quartiles, table } from './markdown.js'
import { type Measurement, type Results, ratiosOf, valuesOf } from './results.js'
import { scenariosTable } from './scenarios-table.js'
import { spreadOf } from './statistics.js'

type Shown<T extends { name: string; title: string }> = readonly Pick<T, 'name' | 'title'>[]

/** The results of a run, and the titles of their rows and columns. */
export interface Report {
  results: Results
  workloads: Shown<Workload>
  contestants: Shown<Contestant>
  /** Whether the run measured only some parts. Goals without figures are left out then. */
  isPartial?: boolean
}

/** Below this utilization something other than the event loop limits the rate. */
const BUSY_MIN = 0.9

/** The pairs of contestants in the table of ratios. */
const PAIRS: readonly [title: string, of: ContestantName, to: ContestantName][] = [
  ['SQLite vs. floor', 'sqlite-10000', 'floor'],
  ['SQLite vs. durable floor', 'sqlite-10000', 'durable-floor'],
  ['PostgreSQL vs. floor', 'postgres-10000', 'floor'],
  ['SQLite vs. json-server', 'sqlite-10000', 'json-server'],
  ['SQLite vs. Express', 'sqlite-10000', 'express'],
  ['SQLite, 100,000 vs. 10,000', 'sqlite-100000', 'sqlite-10000'],
  ['PostgreSQL, 100,000 vs. 10,000', 'postgres-100000', 'postgres-10000'],
]

/** Renders all tables as Markdown. */
export function tablesOf(report: Report): string {
  const { observations, notes } = report.results
  return [
    '### Goals',
    goalsTable(report),
    '### Latencies during expensive requests',
    SCENARIOS_LEGEND,
    observations.length === 0 ? 'Not measured.' : scenariosTable(observations),
    ...notes,
    '### Ratios of all workloads',
    ratiosTable(report),
    '### Responses per second',
    ratesTable(report),
    '### Processor time per response',
    CPU_LEGEND,
    cpuTable(report),
    '### Latencies at half of that rate',
    'In ms: 50th / 99th percentile.',
    latenciesTable(report),
    '### Start and memory',
    startsTable(report),
    sizeOf(report),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

const SCENARIOS_LEGEND =
  'In ms: 50th / 99th percentile. The control is a bare Node.js process, measured at the same time.'
const CPU_LEGEND = 'In µs: all threads of the process / its main thread. The time of a database server is not included.'

/** Renders the goals and whether they are met. */
export function goalsTable({ results, isPartial }: Pick<Report, 'results' | 'isPartial'>): string {
  const goals = isPartial ? GOALS.filter((goal) => goal.values(results).length > 0) : GOALS
  const rows = goals.map((goal) => {
    const { what, unit, atLeast, atMost } = goal
    const values = goal.values(results)
    const suffix = unit === undefined ? '' : ` ${unit}`
    const show = (value: number) => figure(value) + suffix
    return [
      what,
      ...(values.length === 0 ? ['', ''] : [show(spreadOf(values).median), quartiles(values)]),
      atLeast === undefined ? `≤ ${atMost}${suffix}` : `≥ ${atLeast}${suffix}`,
      judge(goal, values),
    ]
  })
  return table(['', 'median', 'quartiles', 'goal', ''], rows)
}

function ratiosTable({ results, workloads }: Report): string {
  const rows = workloads.map(({ name, title }) => [
    title,
    ...PAIRS.map(([, of, to]) => medianOf(ratiosOf(results, [name, of], [name, to]))),
  ])
  return table(['', ...PAIRS.map(([title]) => title)], filled(rows))
}

function ratesTable({ results, workloads, contestants }: Report): string {
  return overview(workloads, contestants, (workload, contestant) => {
    const rates = valuesOf(results, workload, contestant)
    if (rates.length === 0) return ''
    const busy = spreadOf(valuesOf(results, workload, contestant, ({ utilization }) => utilization)).median
    return `${medianOf(rates)} (${quartiles(rates)})${busy < BUSY_MIN ? ' \\*' : ''}`
  })
}

function cpuTable({ results, workloads, contestants }: Report): string {
  return overview(workloads, contestants, (workload, contestant) => {
    const read = (kind: 'cpu' | 'mainCpu') =>
      valuesOf(results, workload, contestant, (measurement) => measurement[kind]).map(
        (milliseconds) => milliseconds * 1000,
      )
    return mediansOf(read('cpu'), read('mainCpu'))
  })
}

function latenciesTable({ results, workloads, contestants }: Report): string {
  return overview(workloads, contestants, (workload, contestant) => {
    const read = (percentile: 'p50' | 'p99') =>
      valuesOf(results, workload, contestant, ({ latency }: Measurement) => latency?.[percentile])
    return mediansOf(read('p50'), read('p99'))
  })
}

/** Renders a row per workload and a column per contestant, without empty rows and columns. */
function overview(
  workloads: Report['workloads'],
  contestants: Report['contestants'],
  cell: (workload: Workload['name'], contestant: ContestantName) => string,
): string {
  const shown = contestants.filter((contestant) =>
    workloads.some((workload) => cell(workload.name, contestant.name) !== ''),
  )
  if (shown.length === 0) return 'Not measured.'
  const rows = workloads.map(({ name, title }) => [title, ...shown.map((contestant) => cell(name, contestant.name))])
  return table(['', ...shown.map(({ title }) => title)], filled(rows))
}

function startsTable({ results, contestants }: Report): string {
  const rows = contestants.map(({ name, title }) => {
    const starts = results.starts.filter(({ contestant }) => contestant === name)
    const most = results.measurements.filter(({ contestant }) => contestant === name).map(({ rss }) => rss / MEGABYTE)
    return [
      title,
      medianOf(starts.map(({ milliseconds }) => milliseconds)),
      medianOf(starts.map(({ rss }) => rss / MEGABYTE)),
      most.length === 0 ? '' : figure(Math.max(...most)),
    ]
  })
  const head = ['', 'time to first response, ms', 'memory after start, MB', 'maximum after a workload, MB']
  return table(head, filled(rows))
}

function sizeOf({ results: { size } }: Report): string {
  if (size === undefined) return ''
  const { dependencies, build } = size
  return `An installation needs ${figure(dependencies / MEGABYTE)} MB for the dependencies and ${figure(build / MEGABYTE)} MB for the build.`
}
