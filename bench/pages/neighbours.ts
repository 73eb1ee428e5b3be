import { fork } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Latency, measureLatency } from '../measure/latency.js'
import { figure } from '../report/figure.js'
import { spreadOf } from '../report/statistics.js'
import { get } from '../workloads/workload.js'
import { createBoard, createClass } from './api.js'
import type { ClientsOptions } from './clients.js'

const LEARNERS = 30
const ROUNDS = 5
const SECONDS = 5
/** The requests per second to the board of somebody else. */
const RATE = 100

/**
 * Measures the latency of another board under the load of a class: without pages, and with the page of every learner and
 * the page of the trainer. Both are measured in turn.
 */
export async function measureNeighbours(origin: string): Promise<{ heading: string[]; rows: string[][] }> {
  const created = await createClass(origin, LEARNERS)
  const quiet = new URL(await createBoard(origin, { fixture: 'demo' })).pathname
  // The clients run in a process of their own, so that they do not delay the measured requests.
  const options: ClientsOptions = { origin, created }
  const clients = fork(new URL('clients.ts', import.meta.url), [JSON.stringify(options)], {
    execArgv: ['--import', 'tsx'],
  })
  const results: Record<'without' | 'with', Latency[]> = { without: [], with: [] }
  for (let round = 0; round < ROUNDS; round++) {
    const situations = ['without', 'with'] as const
    for (const situation of round % 2 === 0 ? situations : situations.toReversed()) {
      clients.send(situation === 'with' ? 'open' : 'close')
      await sleep(1000)
      const sequence = () => get(`${quiet}/api/v1/tasks/1`)
      const latency = await measureLatency({ origin, sequence, from: 0, connections: 10 }, RATE, SECONDS)
      if (latency === undefined) throw new Error('The machine is too slow for the rate')
      results[situation].push(latency)
    }
  }
  clients.kill()
  const row = (title: string, latencies: readonly Latency[]) => [
    title,
    ...(['p50', 'p99'] as const).map((key) => figure(spreadOf(latencies.map((latency) => latency[key])).median)),
  ]
  const ratios = (key: 'p50' | 'p99') =>
    spreadOf(results.with.map((latency, round) => latency[key] / (results.without[round]?.[key] ?? 1))).median
  return {
    heading: ['Another board, under the load of a class of 30', 'median, ms', '99 %, ms'],
    rows: [
      row('without pages', results.without),
      row('30 pages of boards and the page of the trainer', results.with),
      ['ratio', figure(ratios('p50')), figure(ratios('p99'))],
    ],
  }
}
