import t from 'tap'
import { judge } from './goal.js'
import { GOALS } from './goals.js'
import type { Measurement, Results } from './results.js'
import { spreadOf } from './statistics.js'
import { goalsTable, tablesOf } from './tables.js'

const WORKLOADS = [
  { name: 'get-one', title: 'get one' },
  { name: 'create', title: 'create' },
  { name: 'summary', title: 'summary' },
] as const
const CONTESTANTS = [
  { name: 'sqlite-10000', title: 'SQLite' },
  { name: 'floor', title: 'Floor' },
  { name: 'express', title: 'Express' },
] as const

function measurement(values: Partial<Measurement>): Measurement {
  return {
    round: 0,
    workload: 'get-one',
    contestant: 'sqlite-10000',
    rate: 1000,
    utilization: 1,
    loop: 1,
    cpu: 0.5,
    mainCpu: 0.25,
    longest: undefined,
    rss: 100e6,
    latency: undefined,
    ...values,
  }
}

/** Results of rounds with these rates: the machine becomes slower from round to round. */
function rounds(...rates: [service: number, floor: number][]): Results {
  const measurements = rates.flatMap(([service, floor], round) => [
    measurement({ round, rate: service }),
    measurement({ round, rate: floor, contestant: 'floor' }),
  ])
  return { measurements, starts: [], observations: [], notes: [], size: undefined }
}

/** The cells of a row in the table of goals, found by the beginning of its title. */
function goalRow(results: Results, title: string): string[] {
  const row = goalsTable({ results })
    .split('\n')
    .find((line) => line.startsWith(`| ${title}`))
  return (
    row
      ?.split('|')
      .slice(2, -1)
      .map((cell) => cell.trim()) ?? []
  )
}

t.test('computes the median and the quartiles of several rounds', async (t) => {
  t.same(spreadOf([5, 1, 4, 2, 3]), { median: 3, lower: 2, upper: 4 })
  t.same(spreadOf([1, 2]), { median: 1.5, lower: 1.25, upper: 1.75 }, 'interpolates between two rounds')
  t.same(spreadOf([7]), { median: 7, lower: 7, upper: 7 })
  t.throws(() => spreadOf([]), 'without values there is no median')
})

t.test('a goal is met by the median, or within the spread by a quartile', async (t) => {
  t.equal(judge({ atLeast: 3 }, [1, 2, 3, 4, 5]), 'met')
  t.equal(judge({ atLeast: 3.5 }, [1, 2, 3, 4, 5]), 'met within the spread')
  t.equal(judge({ atLeast: 4.5 }, [1, 2, 3, 4, 5]), 'not met', 'the best round alone does not count')
  t.equal(judge({ atMost: 3 }, [1, 2, 3, 4, 5]), 'met')
  t.equal(judge({ atMost: 2.5 }, [1, 2, 3, 4, 5]), 'met within the spread')
  t.equal(judge({ atMost: 1.5 }, [1, 2, 3, 4, 5]), 'not met')
  t.equal(judge({ atLeast: 1 }, []), 'not measured')
})

t.test('computes ratios within each round', async (t) => {
  // The ratio of the medians would be 0.5.
  const results = rounds([900, 1000], [50, 100], [7, 10])
  t.same(goalRow(results, 'get one vs. floor'), ['0.700', '0.600–0.800', '≥ 0.65', 'met'])
})

t.test('skips the ratio of a round that measured only one of the two', async (t) => {
  const results = rounds([900, 1000], [50, 100])
  results.measurements.pop()
  t.same(goalRow(results, 'get one vs. floor'), ['0.900', '0.900–0.900', '≥ 0.65', 'met'])
})

t.test('compares the processor time per response, and shows it in µs', async (t) => {
  const results = rounds([1, 2], [1, 2])
  for (const found of results.measurements) {
    found.workload = 'session'
    const isFloor = found.contestant === 'floor'
    if (isFloor) found.contestant = 'durable-floor'
    found.cpu = isFloor ? 0.1 : 0.25
    found.mainCpu = isFloor ? undefined : 0.2
  }
  t.same(goalRow(results, 'processor time per request of a session'), ['2.50', '2.50–2.50', '≤ 2.5', 'met'])
  const workloads = [{ name: 'session', title: 'session' }] as const
  const contestants = [...CONTESTANTS, { name: 'durable-floor', title: 'Durable floor' }] as const
  t.match(tablesOf({ results, workloads, contestants }), '| session | 250 / 200 | 100 |')
})

t.test('leaves out goals that a partial run did not measure', async (t) => {
  const table = goalsTable({ results: rounds([9, 10]), isPartial: true })
  t.same(table.split('\n').length, 3, 'the head, its line and one goal')
})

t.test('reports goals without figures as not measured', async (t) => {
  const verdicts = GOALS.map((goal) =>
    goalRow({ measurements: [], starts: [], observations: [], notes: [], size: undefined }, goal.what).at(-1),
  )
  t.same([...new Set(verdicts)], ['not measured'])
})

t.test('the longest block of all rounds counts', async (t) => {
  const results: Results = { measurements: [], starts: [], observations: [], notes: [], size: undefined }
  const workload = 'search-rare-alone'
  for (const [round, longest] of [10, 60, 9].entries()) {
    results.measurements.push(
      measurement({ round, workload, contestant: 'sqlite-100000', longest }),
      measurement({ round, workload, contestant: 'sqlite-10000', loop: round + 3 }),
    )
  }
  t.same(goalRow(results, 'longest block of such a search'), ['60.0 ms', '60.0–60.0', '≤ 50 ms', 'not met'])
  t.same(goalRow(results, 'event loop time of a search'), ['4.00 ms', '3.50–4.50', '≤ 5 ms', 'met'])
})

t.test('compares starts within each round, and shows memory in MB', async (t) => {
  const start = (round: number, contestant: 'sqlite-10000' | 'same-plugins', milliseconds: number) => ({
    round,
    contestant,
    milliseconds,
    rss: 110e6,
  })
  const starts = [
    start(0, 'same-plugins', 100),
    start(0, 'sqlite-10000', 200),
    start(1, 'same-plugins', 1000),
    start(1, 'sqlite-10000', 1000),
    start(2, 'sqlite-10000', 1),
  ]
  const results: Results = { measurements: [], starts, observations: [], notes: [], size: undefined }
  t.same(goalRow(results, 'time to first response'), ['1.50', '1.25–1.75', '≤ 1.5', 'met'])
  t.same(goalRow(results, 'memory after start'), ['110 MB', '110–110', '≤ 120 MB', 'met'])
  t.match(tablesOf({ results, workloads: WORKLOADS, contestants: CONTESTANTS }), '| SQLite | 200 | 110 |  |')
})

t.test('the tables contain all figures, and no empty rows and columns', async (t) => {
  const results = rounds([12_000, 20_000], [11_000, 20_000], [10_000, 20_000])
  for (const found of results.measurements) {
    if (found.contestant !== 'floor') found.latency = { p50: 0.5, p99: 2.25 }
    else found.utilization = 0.8
  }
  results.size = { dependencies: 20e6, build: 512_345 }
  const tables = tablesOf({ results, workloads: WORKLOADS, contestants: CONTESTANTS })
  t.match(tables, '|  | SQLite | Floor |\n| --- | --- | --- |\n', 'no column for Express')
  t.match(
    tables,
    '| get one | 11,000 (10,500–11,500) | 20,000 (20,000–20,000) \\* |',
    'an asterisk marks an event loop that was not busy',
  )
  t.match(tables, '| get one | 0.550 |', 'the ratio')
  t.match(tables, '|  | SQLite |\n| --- | --- |\n| get one | 0.500 / 2.25 |', 'latencies')
  t.match(tables, '| Floor |  |  | 100 |', 'the most memory')
  t.match(tables, '20.0 MB for the dependencies and 0.512 MB for the build')
  t.notMatch(tables, '| summary')
})

t.test('the tables say that latencies were not measured', async (t) => {
  const tables = tablesOf({ results: rounds([1, 2]), workloads: WORKLOADS, contestants: CONTESTANTS })
  t.match(tables, /Latencies.*\n\n.*\n\nNot measured\./)
})
