import { type Observation, percentilesOf, type Target } from '../scenarios/observation.js'
import { medianOf, mediansOf, table } from './markdown.js'

const TARGETS: readonly [target: Target, title: string][] = [
  ['task', 'get one'],
  ['health', '/health'],
  ['buggy', 'get one on buggy'],
  ['control', 'control'],
]

const SCENARIOS = {
  'slow-disk': 'while 100 tasks per second are created',
  neighbours: 'on a quiet board while another board',
} as const

/** Renders a row for each situation, with the latencies of each target. */
export function scenariosTable(observations: readonly Observation[]): string {
  const titleOf = ({ store, scenario, situation }: Observation) =>
    `${store}, ${SCENARIOS[scenario]}${scenario === 'slow-disk' ? ',' : ''} ${situation}`
  const titles = [...new Set(observations.map(titleOf))]
  const rows = titles.map((title) => {
    const found = observations.filter((observation) => titleOf(observation) === title)
    const [place] = found as [Observation]
    const latencies = TARGETS.map(([target]) =>
      mediansOf(
        ...(['p50', 'p99'] as const).map((percentile) =>
          percentilesOf(observations, { ...place, target }, percentile).map(({ value }) => value),
        ),
      ),
    )
    return [title, ...latencies, medianOf(found.flatMap(({ loadRate }) => loadRate ?? []))]
  })
  return table(['', ...TARGETS.map(([, title]) => title), 'expensive requests, 1/s'], rows)
}
