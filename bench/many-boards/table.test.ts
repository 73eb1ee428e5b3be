import t from 'tap'
import type { Row } from './comparison.js'
import { tableOf } from './table.js'

const finding = { creation: { first: 1, last: 2 }, database: 1e6, memoryAtRest: 90e6, memoryUnderLoad: 180e6 }

function row(many: number, p99: number, values: Partial<Row> = {}): Row {
  return {
    workload: 'get one',
    hasGoal: true,
    rates: [1000, many],
    cpus: [0.05, 0.1],
    latencies: [
      { p50: 1, p99: 4 },
      { p50: 1, p99 },
    ],
    ...values,
  }
}

const linesOf = (...rows: Row[]) =>
  tableOf({ findings: [finding, finding], rounds: rows.map((one) => [one]) }).split('\n')

t.test('judges the rate and the 99th percentile on all boards', async (t) => {
  const lines = linesOf(row(900, 6), row(800, 10), row(950, 7))
  t.ok(lines.includes('| get one, 1/s | 1,000 | 900 | 0.90 | ≥ 0.85: met |'))
  t.ok(lines.includes('| get one, processor time per request, µs | 50.0 | 100 | 2.00 |  |'))
  t.ok(lines.includes('| get one, p99, ms | 4.00 | 7.00 | 1.75 | ≤ 2: met |'))
})

t.test('says that a goal is not met', async (t) => {
  const lines = linesOf(row(500, 40))
  t.ok(lines.includes('| get one, 1/s | 1,000 | 500 | 0.50 | ≥ 0.85: not met |'))
  t.ok(lines.includes('| get one, p99, ms | 4.00 | 40.0 | 10.00 | ≤ 2: not met |'))
})

t.test('has no line for a figure that was not measured on both servers', async (t) => {
  const lines = linesOf(row(900, 6, { cpus: [], latencies: [{ p50: 1, p99: 4 }, undefined] }))
  t.notOk(lines.some((line) => line.includes('processor time') || line.includes('p99')))
})
