import t from 'tap'
import { latencyRatiosOf, type Observation } from '../scenarios/observation.js'
import { scenariosTable } from './scenarios-table.js'

function observation(round: number, situation: string, p50: number, values: Partial<Observation> = {}): Observation {
  const latencies = { task: { p50, p99: p50 * 10 }, control: { p50: 1, p99: 4 } }
  return { round, scenario: 'neighbours', store: 'SQLite', situation, latencies, ...values }
}

const place = { scenario: 'neighbours', store: 'SQLite', target: 'task' } as const

t.test('compares latencies of two situations, or of two targets, within each round', async (t) => {
  const observations = [
    observation(0, 'idle', 2),
    observation(0, 'busy', 3),
    observation(1, 'idle', 10),
    observation(1, 'busy', 40),
    // The other situation is missing in this round.
    observation(2, 'busy', 1),
    observation(1, 'busy', 1000, { store: 'PostgreSQL' }),
  ]
  const busy = { ...place, situation: 'busy' }
  t.same(latencyRatiosOf(observations, busy, { ...place, situation: 'idle' }, 'p50'), [1.5, 4])
  t.same(latencyRatiosOf(observations, busy, { ...busy, target: 'control' }, 'p99'), [7.5, 100, 2.5])
})

t.test('ignores a round in which a latency could not be measured', async (t) => {
  const observations = [observation(0, 'idle', 2), observation(0, 'busy', 3, { latencies: {} })]
  t.same(latencyRatiosOf(observations, { ...place, situation: 'busy' }, { ...place, situation: 'idle' }, 'p50'), [])
})

t.test('the table shows the medians of the latencies and of the rate of expensive requests', async (t) => {
  const table = scenariosTable([
    observation(0, 'is idle', 1),
    observation(0, 'moves tasks', 4, { loadRate: 100 }),
    observation(1, 'moves tasks', 6, { loadRate: 300 }),
  ])
  t.match(table, '| SQLite, on a quiet board while another board is idle | 1.00 / 10.0 |  |  | 1.00 / 4.00 |  |')
  t.match(table, '| SQLite, on a quiet board while another board moves tasks | 5.00 / 50.0 |  |  | 1.00 / 4.00 | 200 |')
})
