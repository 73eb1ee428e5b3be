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

/** The pages that are open while requests are measured. */
const SITUATIONS = ['none', 'trainer', 'all'] as const

const TITLES: Record<(typeof SITUATIONS)[number], string> = {
  none: 'no page',
  trainer: 'the page of the trainer',
  all: `the page of the trainer and ${LEARNERS} pages of boards`,
}

/** Measures the latency of another board under the load of a class, in turn with different pages open. */
export async function measureNeighbours(origin: string): Promise<{ heading: string[]; rows: string[][] }> {
  const created = await createClass(origin, LEARNERS)
  const quiet = new URL(await createBoard(origin, { fixture: 'demo' })).pathname
  // The clients run in a process of their own, so that they do not delay the measured requests.
  const options: ClientsOptions = { origin, created }
  const clients = fork(new URL('clients.ts', import.meta.url), [JSON.stringify(options)], {
    execArgv: ['--import', 'tsx'],
  })
  const results: Record<(typeof SITUATIONS)[number], Latency[]> = { none: [], trainer: [], all: [] }
  for (let round = 0; round < ROUNDS; round++) {
    for (const situation of round % 2 === 0 ? SITUATIONS : SITUATIONS.toReversed()) {
      clients.send(situation)
      await sleep(1000)
      const sequence = () => get(`${quiet}/api/v1/tasks/1`)
      const latency = await measureLatency({ origin, sequence, from: 0, connections: 10 }, RATE, SECONDS)
      if (latency === undefined) throw new Error('The machine is too slow for the rate')
      results[situation].push(latency)
    }
  }
  clients.kill()
  const cells = (values: readonly number[]) => figure(spreadOf(values).median)
  const ratios = (latencies: readonly Latency[], key: 'p50' | 'p99') =>
    latencies.map((latency, round) => latency[key] / (results.none[round]?.[key] ?? 1))
  return {
    heading: ['Open pages, under the load of a class of 30', 'median, ms', 'ratio', '99 %, ms', 'ratio'],
    rows: SITUATIONS.map((situation) => [
      TITLES[situation],
      ...(['p50', 'p99'] as const).flatMap((key) => [
        cells(results[situation].map((latency) => latency[key])),
        cells(ratios(results[situation], key)),
      ]),
    ]),
  }
}
